import { answer } from './answer.mjs';

answer().then(
  (roles) => (document.title = roles),
  (error) => (document.title = String(error)),
);
