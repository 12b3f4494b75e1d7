// Every endpoint of feeds.
export * from './changes.ts';
export * from './deletion.ts';
export * from './feeds.ts';
export * from './health.ts';
export * from './history.ts';
export * from './items.ts';
export * from './pulls.ts';
export * from './reading.ts';
export * from './uploads.ts';
