// `npm run reference`: writes the parts of the docs that are made from the code.
import { writeFileSync } from 'node:fs';
import { referencePages } from './check/reference.ts';

for (const { path, text, wanted } of await referencePages()) {
  if (text !== wanted) writeFileSync(path, wanted);
}
