// Users, many at once: what a teammate requests by a file of people.

import Type from 'typebox';
import {
  ErasureAccepted,
  ErasureBatch,
  ErasureParams,
  ExportedLine,
  People,
} from '../endpoints/userprofile-bulk.ts';
import { SiteParams, siteAddress, tag } from './common.ts';
import { consoleEndpoint } from './endpoint.ts';

const shared = { tag, access: 'Admin' } as const;

export const eraseUsers = consoleEndpoint({
  ...shared,
  id: 'eraseUsers',
  method: 'POST',
  path: `${siteAddress}/users/erasures`,
  summary: 'Erase many people and devices, irreversibly',
  params: SiteParams,
  body: People,
  answers: { 202: { description: 'It will be done', schema: ErasureAccepted } },
});

export const readUserErasures = consoleEndpoint({
  ...shared,
  id: 'readUserErasures',
  method: 'GET',
  path: `${siteAddress}/users/erasures/{batchId}`,
  summary: 'Which people of a request are erased',
  params: Type.Object({ ...SiteParams.properties, ...ErasureParams.properties }),
  answers: { 200: { description: 'Where each of them stands', schema: ErasureBatch } },
  errors: ['not_found'],
});

export const exportUsers = consoleEndpoint({
  ...shared,
  id: 'exportUsers',
  method: 'POST',
  path: `${siteAddress}/users/exports`,
  summary: 'All that is known of many people, a line each',
  params: SiteParams,
  body: People,
  answers: { 200: { description: 'A line for each', schema: ExportedLine, isLines: true } },
});
