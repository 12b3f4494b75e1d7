// Whether the default ranks tell which genres somebody's next film has; on ratings of films.
//
// Run from the project's root: node bench/affinity-moments.ts FOLDER
// FOLDER has ratings.csv and movies.csv as MovieLens publishes them (ml-latest-small; the data may
// not be redistributed, so bring your own). Nothing is fitted here: defaults and the rule of the
// weight are those of bench/affinity-prediction.ts. Ratings are read once, in order of time; every
// month the site's totals are computed anew, and the weight is learned from half of the users. The
// other half is judged at every tenth rating from the twentieth on.

import { readFileSync, writeFileSync } from 'node:fs';
import {
  completeEvent,
  dayOf,
  defaultAffinitySettings,
  emptyProfile,
  foldEvents,
  type Normaliser,
  type Profile,
  rankValues,
  valuesNdcg,
} from '@attune/core';
import {
  difference,
  estimate,
  hashOf,
  makeResamples,
  mean,
} from './affinity-prediction/metrics.ts';
import { learnedNormaliser, rawCounts } from './affinity-prediction/rankers.ts';

const property = 'genre';
const [firstMoment, everyMoment] = [20, 10];
const [resampleCount, seed] = [2_000, 20_170_104];
const prior = 40;

interface Rating {
  readonly user: string;
  readonly film: string;
  readonly time: number;
}

interface Site {
  readonly month: string;
  readonly normaliser: Normaliser;
  /** Genres by how often they were seen, the most often first. */
  readonly popular: readonly string[];
  readonly shares: ReadonlyMap<string, number>;
}

function main(folder: string | undefined): void {
  if (folder === undefined) {
    console.error('say where ratings.csv and movies.csv are');
    process.exitCode = 1;
    return;
  }
  const genres = readGenres(folder);
  const found = judge(readRatings(folder), genres);
  const text = report(found);
  writeFileSync(new URL('results/affinity-moments.md', import.meta.url), text);
  console.log(text);
}

const table = (folder: string, name: string): string[] =>
  readFileSync(`${folder}/${name}`, 'utf8').trim().split(/\r?\n/).slice(1);

function readGenres(folder: string): Map<string, string[]> {
  const films = table(folder, 'movies.csv').map((line): [string, string[]] => {
    const genres = line.slice(line.lastIndexOf(',') + 1).split('|');
    return [line.slice(0, line.indexOf(',')), genres.filter((one) => !one.startsWith('('))];
  });
  return new Map(films.filter(([, genres]) => genres.length > 0));
}

function readRatings(folder: string): Rating[] {
  const ratings = table(folder, 'ratings.csv').map((line): Rating => {
    const [user, film, , time] = line.split(',');
    return { user: user!, film: film!, time: Number(time) * 1_000 };
  });
  return ratings.sort((a, b) => a.time - b.time || (a.film < b.film ? -1 : 1));
}

const rankings = [
  'ranks by default',
  'own scores alone',
  'raw counts',
  'site popularity',
  'own values by site popularity',
  `posterior of all values, prior ${prior}`,
] as const;

interface Found {
  /** By ranking, of each judged user the mean over the moments. */
  readonly ndcg: readonly (readonly number[])[];
  readonly moments: number;
  /** Moments at which the daily cap has made two of the first ten scores equal. */
  readonly tied: number;
  readonly learned: string;
}

function judge(ratings: readonly Rating[], genres: ReadonlyMap<string, string[]>): Found {
  const users = [...new Set(ratings.map(({ user }) => user))];
  const teaching = users.filter((user) => hashOf(user) % 2 === 0);
  const isJudged = new Set(users.filter((user) => hashOf(user) % 2 === 1));
  const profiles = new Map<string, Profile>();
  const places = new Map<string, number>();
  const byUser = new Map<string, number[][]>();
  let site: Site | undefined;
  let [moments, tied] = [0, 0];
  for (const [at, { user, film, time }] of ratings.entries()) {
    const wanted = genres.get(film);
    if (wanted === undefined) continue;
    const month = new Date(time).toISOString().slice(0, 7);
    if (site?.month !== month && profiles.size > 0) {
      site = siteOf(profiles, month, dayOf(time), teaching);
    }
    const place = places.get(user) ?? 0;
    const isMoment = place >= firstMoment && place % everyMoment === 0 && isJudged.has(user);
    const profile = profiles.get(user) ?? emptyProfile();
    if (isMoment && site) {
      const { lists, isTied } = rankAt(profile, site, dayOf(time));
      const scores = lists.map((list) => valuesNdcg(list, new Set(wanted)));
      byUser.set(user, [...(byUser.get(user) ?? []), scores]);
      moments += 1;
      tied += isTied ? 1 : 0;
    }
    places.set(user, place + 1);
    profiles.set(user, foldEvents(profile, [viewOf({ user, film, time }, at, genres)]));
  }
  const ndcg = rankings.map((_, ranking) =>
    [...byUser.values()].map((scores) => mean(scores.map((one) => one[ranking]!))!),
  );
  const { weight, people } = site!.normaliser.siteWeights.get(property)!;
  return { ndcg, moments, tied, learned: `${weight}, by ${people} users` };
}

function viewOf({ film, time }: Rating, at: number, genres: ReadonlyMap<string, string[]>) {
  const event = { id: String(at), time, name: 'seen', session: '', kind: 'product-view' } as const;
  const lookup = (sku: string) => new Map([[property, genres.get(sku)!]]);
  return completeEvent({ ...event, sku: film }, { identified: true, lookup });
}

function siteOf(
  profiles: ReadonlyMap<string, Profile>,
  month: string,
  day: number,
  teaching: readonly string[],
): Site {
  const normaliser = learnedNormaliser(profiles, day, teaching);
  const sums = new Map<string, number>();
  for (const profile of profiles.values()) {
    for (const { value, score } of rankValues(profile, property, rawCounts, undefined, day)) {
      sums.set(value, (sums.get(value) ?? 0) + score);
    }
  }
  const all = [...sums].sort((a, b) => b[1] - a[1]);
  const sum = all.reduce((total, [, score]) => total + score, 0);
  return {
    ...{ month, normaliser, popular: all.map(([genre]) => genre) },
    shares: new Map(all.map(([genre, score]) => [genre, score / sum])),
  };
}

function rankAt(profile: Profile, { normaliser, popular, shares }: Site, day: number) {
  const alone = { ...defaultAffinitySettings, siteWeight: 0 };
  const own = rankValues(profile, property, alone, normaliser, day);
  const expected = new Map([...shares].map(([genre, share]) => [genre, prior * share]));
  for (const { value, score } of own) expected.set(value, (expected.get(value) ?? 0) + score);
  const names = (values: readonly { readonly value: string }[]) => values.map(({ value }) => value);
  const ownNames = new Set(names(own));
  const lists = [
    names(rankValues(profile, property, defaultAffinitySettings, normaliser, day)),
    names(own),
    names(rankValues(profile, property, rawCounts, undefined, day)),
    popular,
    popular.filter((genre) => ownNames.has(genre)),
    [...expected].sort((a, b) => b[1] - a[1]).map(([genre]) => genre),
  ];
  const first = own.slice(0, 10).map(({ score }) => score.toPrecision(9));
  return { lists, isTied: new Set(first).size < first.length };
}

function report({ ndcg, moments, tied, learned }: Found): string {
  const resamples = makeResamples(ndcg[0]!.length, resampleCount, seed);
  const said = (series: readonly number[], sign = '') => {
    const { mean: middle, low, high } = estimate(series, resamples);
    const plus = sign && middle >= 0 ? sign : '';
    return `${plus}${middle.toFixed(4)} [${low.toFixed(4)}, ${high.toFixed(4)}]`;
  };
  const rows = rankings.map((name, at) => {
    const behind = difference(ndcg[0]!, ndcg[at]!) as number[];
    return `| ${name} | ${said(ndcg[at]!)} | ${at === 0 ? '' : said(behind, '+')} |`;
  });
  return `# Do the default ranks tell the genres of the next film?

Made by \`node bench/affinity-moments.ts\` on ${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}. Data: MovieLens
ml-latest-small (F. M. Harper and J. A. Konstan, 2015), which may not be redistributed: 100,836 ratings of 9,742 films
by 610 users, 1996 to 2018. A rating counts as a view of a film with its genres.

Nothing was fitted to these data: the defaults and the rule of the weight are those of
[affinity-prediction.md](affinity-prediction.md). Every month the totals are computed anew, and the weight is learned from
half of the users, by FNV-1a of the id. The other half is judged at every tenth rating from the twentieth on: ${moments}
moments of ${ndcg[0]!.length} users; at ${((100 * tied) / moments).toFixed(0)} % of them the daily cap has made two of the ten best scores equal. The weight that
was learned last: ${learned}. NDCG@10, the mean over users of their moments; 95 % percentile bootstrap over users, ${resampleCount}
resamples, seed ${seed}; differences are paired.

| ranking | NDCG@10 | ranks by default, against it |
| --- | --- | --- |
${rows.join('\n')}
`;
}

main(process.argv[2]);
