// CommonJS may require the package, since no entry awaits at its top.
const th = require('transcript-hygiene');

console.log(typeof th.sanitizeText);
