// `npm run openapi`: writes the contract as openapi.json, which is committed.
import { writeFileSync } from 'node:fs';
import { openApiFile, openApiText } from './check/contract.ts';

writeFileSync(openApiFile, openApiText());
