/** The version of the package; the module has to be of the same one. */
export const version = '0.1.0';
