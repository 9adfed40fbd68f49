import { HygieneError } from './hygiene-error.js';
import { version } from './version.js';

/**
 * Linear memory never shrinks: an instance that has grown above this is replaced after the call. 48 MiB leaves an
 * isolate of 128 MiB room for what comes next.
 */
export const RESET_ABOVE_BYTES = 48 * 1024 * 1024;

/** More than this cannot be addressed in the module, whatever the limits say. */
const ADDRESSABLE_BYTES = 2 ** 31;

/**
 * The life of one wasm instance: started on first use, replaced when it trapped or grew.
 *
 * A trap (a panic, or the stack used up) leaves an instance that leaks or never answers again. Nothing in it outlives
 * a call, so it can be replaced between any two.
 *
 * @param glue the namespace of the generated glue
 */
export function createInstance(glue) {
  /** @type {{ module?: () => WebAssembly.Module, source?: () => URL }} */
  let provided = {};
  let started = false;
  let starting;

  /** What an entry knows: how to get the compiled module at once, or where it has to be fetched from. */
  function provide(ways) {
    provided = ways;
  }

  function startNow() {
    if (started) return;
    if (!provided.module) {
      throw new HygieneError({ code: 'not-initialized', message: 'the module is not loaded: await init() first' });
    }
    try {
      glue.initSync({ module: provided.module() });
    } catch (cause) {
      throw notLoaded(cause);
    }
    finishStart();
  }

  async function fetchAndStart(source) {
    try {
      await glue.default({ module_or_path: await source });
    } catch (cause) {
      throw notLoaded(cause);
    }
    finishStart();
  }

  function finishStart() {
    const found = glue.version();
    if (found !== version) {
      const message = `the module is of version ${found}, the package of ${version}: deploy both from one build`;
      throw new HygieneError({ code: 'version-mismatch', message });
    }
    started = true;
  }

  async function init(source) {
    if (started) return;
    if (source === undefined && provided.module) return startNow();
    starting ??= fetchAndStart(source ?? provided.source?.()).finally(() => {
      starting = undefined;
    });
    return starting;
  }

  /** Runs work that calls the glue and nothing of the caller's; whatever it throws arrives as a `HygieneError`. */
  function run(work) {
    startNow();
    try {
      const result = work(glue);
      glue.release();
      return result;
    } catch (error) {
      throw recover(error);
    } finally {
      if (glue.linearMemory().buffer.byteLength > RESET_ABOVE_BYTES) glue.__wbg_reset_state();
    }
  }

  function recover(error) {
    if (error instanceof Error && !(error instanceof HygieneError)) {
      glue.__wbg_reset_state();
      const message = 'the engine failed; this is a bug of transcript-hygiene, and the next call starts afresh';
      return new HygieneError({ code: 'internal', message }, { cause: error });
    }
    glue.release();
    return error instanceof HygieneError ? error : new HygieneError(error);
  }

  /** Where the first `capacity` bytes of the input buffer are; what is in them stays. */
  function reserve(capacity) {
    const pointer = capacity < ADDRESSABLE_BYTES ? glue.reserve(capacity) : 0;
    if (pointer === 0) {
      const message = `${capacity} bytes do not fit in the memory of the module`;
      throw new HygieneError({ code: 'limit-exceeded', message });
    }
    return pointer;
  }

  return {
    provide,
    init,
    run,
    reserve,
    /** True once calls are answered without waiting. */
    get ready() {
      return started || provided.module !== undefined;
    },
    /** A view of the memory; growing the memory detaches it. */
    view: (start, length) => new Uint8Array(glue.linearMemory().buffer, start, length),
  };
}

function notLoaded(cause) {
  // A glue file looks up its own module's exports and imports; those of another build do not link.
  if (cause instanceof WebAssembly.LinkError) {
    const message = 'the module and its glue are not of one build';
    return new HygieneError({ code: 'version-mismatch', message }, { cause });
  }
  return new HygieneError({ code: 'not-initialized', message: 'the module could not be loaded' }, { cause });
}
