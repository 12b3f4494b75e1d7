// Every endpoint of the contract as a function of its name; a program has those that it imports.
export * from './audiences.ts';
export * from './campaigns.ts';
export * from './channels.ts';
export * from './events.ts';
export * from './feeds.ts';
export * from './flags.ts';
export * from './people.ts';
export * from './site.ts';
export * from './strategies.ts';
export * from './templates.ts';
