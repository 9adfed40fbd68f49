// What people see of stored history: see history.d.ts.

export {};
