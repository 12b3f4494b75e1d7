// Front door of the demo site.
export { type InstalledDemo, installDemo, isDemoWanted, readDemo } from './install.ts';
