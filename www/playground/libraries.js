// What the page uses of its npm packages. The build replaces this file by a bundle of the same exports.
//
// The worker imports the bundle too, for the diff, and there is no document. lit-html's build of that name is the one
// that can be imported all the same; its package does not export the path.
export { html, nothing, render } from './node_modules/lit-html/node/lit-html.js';
export { live } from './node_modules/lit-html/node/directives/live.js';
export { repeat } from './node_modules/lit-html/node/directives/repeat.js';
export { diffArrays, diffWordsWithSpace } from 'diff';
