// Front door of workbooks.
export { openSheet } from './open-sheet.ts';
