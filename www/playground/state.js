// What the page knows. Everything that is drawn is drawn from here.
import { fromText } from './cards/transcript.js';

export const NO_TARGET = { provider: '', modelApi: '', modelId: '' };

export const TABS = {
  provider: 'What the provider gets',
  findings: 'Findings',
  people: 'What people see',
  repair: 'File repair',
  images: 'Images',
  policy: 'Policy',
  targets: 'All targets',
  code: 'Code',
  rules: 'Rules',
};

export const initialState = () => ({
  samples: [],
  /** The file of the sample that is shown; empty for what somebody gave. */
  sample: '',
  given: fromText(''),
  /** The kind that somebody said it is; empty for what it looks like. */
  as: '',
  /** The address of a curl command. */
  url: '',
  target: NO_TARGET,
  /** Whether the input may say where it goes: until somebody says it. */
  guess: true,
  profile: 'strict',
  overrides: {},
  busy: false,
  /** Busy for so long that it is said, and can be cancelled. */
  slow: false,
  /** What the engine said of the last run. */
  result: undefined,
  findings: undefined,
  tab: 'provider',
  filter: { kinds: [], rules: [] },
  unfolded: [],
  /** The row that was gone to last. */
  focused: undefined,
  openRules: new Set(),
  /** By rule, the changes that are listed. */
  places: new Map(),
  /** The constraint that was gone to last. */
  focusedFinding: undefined,
  rejection: { text: '', answer: undefined },
  people: undefined,
  repair: undefined,
  repairOptions: { relink: false, splitGlued: false, dropPayloadless: false },
  pictures: undefined,
  /** An image that is tried alone, and what came of it. */
  trial: { file: undefined, outcome: undefined, limits: { maxDimensionPx: 1200 } },
  targets: undefined,
  rules: { search: '', open: undefined, text: '', outcome: undefined },
  recent: [],
  /** The one of these that is shown. */
  recentId: undefined,
  link: undefined,
  said: '',
});
