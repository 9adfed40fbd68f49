export { HygieneError } from './index.js';

/** As `init` of the package, for the module of this entry. */
export declare function init(source?: WebAssembly.Module | URL | Request | Response | BufferSource | string): Promise<void>;
