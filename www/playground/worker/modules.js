// The modules of the package that are loaded when something first needs them.

/** An import that is made, and made ready, once; one that failed is tried anew. */
function lazily(load) {
  let loading;
  return () => {
    loading ??= load()
      .then(async (module) => (await module.init(), module))
      .catch((error) => {
        loading = undefined;
        throw error;
      });
    return loading;
  };
}

export const history = lazily(() => import('transcript-hygiene/history'));
export const validate = lazily(() => import('transcript-hygiene/validate'));
export const preflight = lazily(() => import('transcript-hygiene/preflight'));
export const images = lazily(() => import('transcript-hygiene/images'));
