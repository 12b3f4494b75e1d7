// Preloaded into a server under test: its clock is off by CRASH_CLOCK_MS. The machine's is not.

const byMs = Number(process.env['CRASH_CLOCK_MS'] ?? 0);
const now = Date.now;

if (byMs !== 0) {
  Date.now = () => now() + byMs;
  globalThis.Date = new Proxy(Date, {
    construct: (Real, given: [], target) =>
      Reflect.construct(Real, given.length === 0 ? [now() + byMs] : given, target),
    apply: () => new Date(now() + byMs).toString(),
  });
}
