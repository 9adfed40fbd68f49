// Session files: see history.d.ts.

export {};
