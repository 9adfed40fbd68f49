/** The only error that the package throws. `code` is stable, the message is for people. */
export class HygieneError extends Error {
  /**
   * @param {{ code: string, message: string, pointer?: string, offset?: number, limit?: string, option?: string,
   *   nearest?: string }} facts
   * @param {ErrorOptions} [options]
   */
  constructor({ message, ...facts }, options) {
    super(message, options);
    this.name = 'HygieneError';
    Object.assign(this, facts);
  }
}
