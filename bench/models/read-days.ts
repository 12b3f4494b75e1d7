// Reads all days of a log into blocks, as a building thread does, and says what that took.
//
// Run by bench/models.ts: node bench/models/read-days.ts DATABASE_URL DAYS MEMORY_MB

import { readLog } from '../../packages/server/src/features/recommendations/models/building/of-events.ts';
import { openThreadDatabase } from '../../packages/server/src/features/recommendations/models/building/store.ts';

const [url = '', days = '', megabytes = ''] = process.argv.slice(2);
const database = openThreadDatabase({ target: { url }, logLevel: 'warn' });
const memoryBytes = Number(megabytes) * 2 ** 20;
const task = { siteId: 1, now: Date.now(), memoryBytes, mostADay: 20, models: [] };
const started = performance.now();
const before = process.cpuUsage();
let events = 0;
await readLog(database, task, { keys: [], window: Number(days) + 1 }, (message) => {
  if (message.type === 'progress') events = message.rows;
});
const { user, system } = process.cpuUsage(before);
const seconds = (performance.now() - started) / 1_000;
const peakBytes = 1_024 * process.resourceUsage().maxRSS;
console.log(JSON.stringify({ seconds, cpuSeconds: (user + system) / 1e6, events, peakBytes }));
await database.close();
