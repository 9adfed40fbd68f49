// Images: their addresses on the page, and one that is tried alone.

/** Addresses that are in use, by what they are used for. */
const addresses = { input: [], trial: [] };

/** Both sides of an image with addresses that only this page knows. */
export const withAddresses = (picture, use) => ({
  ...picture,
  before: addressed(picture.before, use),
  after: addressed(picture.after, use),
});

function addressed(picture, use) {
  if (!picture?.bytes) return picture;
  const { bytes, ...facts } = picture;
  const address = URL.createObjectURL(new Blob([bytes], { type: facts.mimeType }));
  addresses[use].push(address);
  return { ...facts, address };
}

/** Gives back the memory of images that are shown no more. */
export function dropAddresses(use) {
  for (const address of addresses[use].splice(0)) URL.revokeObjectURL(address);
}

export function imageActions({ state, engine, draw }, actions) {
  async function run() {
    const { file, limits } = state.trial;
    if (!file) return;
    const outcome = await engine.ask('fit', { file, limits }).catch(({ message }) => ({ refused: message }));
    if (outcome && state.trial.file === file && state.trial.limits === limits) {
      dropAddresses('trial');
      state.trial = { ...state.trial, outcome: withAddresses(outcome, 'trial') };
    }
    draw();
  }

  return {
    async tryImage(file) {
      state.trial = { ...state.trial, file, outcome: undefined };
      await actions.show('images');
      return run();
    },
    limitImage(change) {
      state.trial = { ...state.trial, limits: { ...state.trial.limits, ...change } };
      return run();
    },
  };
}
