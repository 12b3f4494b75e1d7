// Front door of files from teammates.
export { detectFile } from './detect.ts';
export { shopAddress } from './shop-address.ts';
export { sweepUploads } from './uploads.ts';
