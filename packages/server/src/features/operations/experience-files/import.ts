// Makes a site what files say: as one change, of which nothing is made where a part is refused.
import {
  type ExperienceChange,
  type ExperienceFiles,
  errorCatalogue,
  type Fault,
  type TemplateInput,
} from '@attune/contract';
import { ApiError, refuseInvalid } from '../../../api-error.ts';
import type { Context, Who } from '../../../context.ts';
import type { FeedCache } from '../../catalog/feed-cache/index.ts';
import { selectFeeds } from '../../catalog/feeds/index.ts';
import { changeTogether } from '../../configuration/sites/index.ts';
import { type ObjectKind, removeObject } from '../../configuration/versioned-objects/index.ts';
import { audienceKind } from '../../experiences/audiences/index.ts';
import { holdoutKind } from '../../experiences/holdouts/index.ts';
import { layerKind } from '../../experiences/layers/index.ts';
import { metricKind } from '../../experiences/metrics/index.ts';
import { templateKind } from '../../experiences/templates/index.ts';
import { carriedStrategyKind, strategyKind } from '../../recommendations/strategies/index.ts';
import {
  audienceFile,
  holdoutFile,
  layerFile,
  metricFile,
  strategyFile,
  templateFile,
} from './export.ts';
import { type Change, type Importing, importCampaign, pruneCampaign } from './import-campaign.ts';
import { importObject } from './import-object.ts';
import { conditionFromFile } from './references.ts';
import { SiteObjects } from './site-objects.ts';

export interface Imported {
  readonly isDryRun: boolean;
  readonly changes: readonly ExperienceChange[];
  readonly unchanged: number;
  readonly warnings: readonly Fault[];
}

interface Ways {
  readonly isDryRun?: boolean;
  readonly prunes?: boolean;
  /** May the caller change templates? Default true. */
  readonly editsCode?: boolean;
  /** Default: files that publish what needs an approval and has none are refused. */
  readonly asksApproval?: boolean;
  readonly withoutApproval?: string | undefined;
  /** What the node has in memory of feeds, where it is one that has. */
  readonly feedCache?: FeedCache | undefined;
}

interface Step {
  /** Where in the files it stands; '' for what they do not have. */
  readonly pointer: string;
  readonly run: () => Promise<Change | undefined>;
}

/**
 * Creates and changes what the files have, by name, and where it is asked for takes away what they
 * do not: campaigns into the archive, the rest for good, of those kinds that the files list. Throws
 * `invalid_request` with every error of every file.
 */
export async function importExperiences(
  ctx: Context,
  who: Who,
  files: ExperienceFiles,
  { isDryRun = false, ...ways }: Ways = {},
): Promise<Imported> {
  return changeTogether(ctx, { isTrial: isDryRun }, async (within) => {
    const objects = await SiteObjects.read(within.db, who.siteId);
    return { isDryRun, ...(await importInto(within, who, files, objects, ways)) };
  });
}

/** The same within a transaction, of a site whose objects have been read. */
export async function importInto(
  ctx: Context,
  who: Who,
  files: ExperienceFiles,
  objects: SiteObjects,
  ways: Omit<Ways, 'isDryRun'>,
): Promise<Omit<Imported, 'isDryRun'>> {
  refuseInvalid(repeated(files));
  const { prunes = false, editsCode = true, feedCache } = ways;
  const { asksApproval = false, withoutApproval } = ways;
  const approval = { asksApproval, withoutApproval };
  const importing = { ctx, feedCache, who, objects, editsCode, ...approval };
  const done = await settle(stepsOf(importing, files));
  const pruned = prunes ? await settle(pruneSteps(importing, files)) : [];
  const changes = [...done, ...pruned].filter((one) => one !== undefined);
  return {
    changes: changes.map(({ change }) => change),
    unchanged: done.length + pruned.length - changes.length,
    warnings: changes.flatMap(({ warnings }) => warnings),
  };
}

function stepsOf(importing: Importing, files: ExperienceFiles): Step[] {
  const { idOf, nameOf } = importing.objects;
  const { layers = [], holdouts = [], metrics = [], audiences = [], campaigns = [] } = files;
  const { strategies = [], templates = [] } = files;
  return [
    ...templates.map((file, at) => ({
      pointer: `/templates/${at}`,
      run: () => importTemplate(importing, file),
    })),
    ...layers.map((file, at) => ({
      pointer: `/layers/${at}`,
      run: () => importObject(importing, layerKind, () => file, layerFile, file.name),
    })),
    ...holdouts.map((file, at) => ({
      pointer: `/holdouts/${at}`,
      run: () => importObject(importing, holdoutKind, () => file, holdoutFile, file.name),
    })),
    ...metrics.map((file, at) => ({
      pointer: `/metrics/${at}`,
      run: () => importObject(importing, metricKind, () => file, metricFile, file.name),
    })),
    ...strategies.map((file, at) => ({
      pointer: `/strategies/${at}`,
      run: () => importStrategy(importing, file, `/strategies/${at}`),
    })),
    ...audiences.map((file, at) => ({
      pointer: `/audiences/${at}`,
      run: () => {
        const { condition, ...rest } = file;
        const input = () => ({
          ...rest,
          ...(condition && { condition: conditionFromFile(condition, idOf) }),
        });
        const toFile = (row: Parameters<typeof audienceFile>[0]) => audienceFile(row, nameOf);
        return importObject(importing, audienceKind, input, toFile, file.name);
      },
    })),
    ...campaigns.map((file, at) => ({
      pointer: `/campaigns/${at}`,
      run: () => importCampaign(importing, file, `/campaigns/${at}`),
    })),
  ];
}

/** A template is code, also in a file. */
async function importTemplate(
  importing: Importing,
  file: TemplateInput,
): Promise<Change | undefined> {
  const done = await importObject(importing, templateKind, () => file, templateFile, file.name);
  if (done) refuseWithoutCode(importing, file.name);
  return done;
}

function refuseWithoutCode({ editsCode }: Importing, name: string): void {
  if (editsCode) return;
  const detail =
    `The file changes the template "${name}", which takes the permission to edit code. Ask an ` +
    'Admin of the site for it, or leave the template out of the file.';
  throw new ApiError('role_missing', detail);
}

/** Feeds are no files: a strategy's may come later, which is told. */
async function importStrategy(
  importing: Importing,
  file: NonNullable<ExperienceFiles['strategies']>[number],
  pointer: string,
): Promise<Change | undefined> {
  const { ctx, who } = importing;
  const done = await importObject(
    importing,
    carriedStrategyKind,
    () => file,
    strategyFile,
    file.name,
  );
  const feeds = await selectFeeds(ctx.db, who.siteId);
  const isThere = file.feed === undefined || feeds.some(({ id }) => id === file.feed);
  if (!done || isThere) return done;
  const detail = `is ${file.feed}, which the site does not have yet: it recommends nothing`;
  return { ...done, warnings: [...done.warnings, { pointer: `${pointer}/feed`, detail }] };
}

/** What the files do not have, of the kinds that they list. */
function pruneSteps(importing: Importing, files: ExperienceFiles): Step[] {
  const { objects, ctx, who } = importing;
  const { campaigns } = files;
  const selectors = new Set(campaigns?.map(({ selector }) => selector));
  const gone = campaigns
    ? objects.of('campaign').filter((row) => !row.isArchived && !selectors.has(row.name))
    : [];
  const removals = (Object.keys(kindsRemoved) as (keyof typeof kindsRemoved)[]).flatMap((kind) => {
    const listed = kind === 'strategy' ? files.strategies : files[`${kind}s`];
    if (!listed) return [];
    const names = new Set(listed.map(({ name }) => name));
    return objects
      .of(kind)
      .filter(({ name }) => !names.has(name))
      .map(({ id, name }) => ({
        pointer: '',
        run: async () => {
          if (kind === 'template') refuseWithoutCode(importing, name);
          const of = kindsRemoved[kind] as ObjectKind<unknown>;
          await removeObject(ctx, who, of, { id, ifMatch: undefined });
          objects.remove(kind, id);
          return {
            change: { kind, name, action: 'remove' as const, differences: [] },
            warnings: [],
          };
        },
      }));
  });
  return [
    ...gone.map((row) => ({ pointer: '', run: () => pruneCampaign(importing, row) })),
    ...removals,
  ];
}

const kindsRemoved = {
  ...{ audience: audienceKind, layer: layerKind, holdout: holdoutKind, metric: metricKind },
  ...{ strategy: strategyKind, template: templateKind },
};

/**
 * Runs steps in their order, and those that were refused again as long as others get done: what one
 * refers to may come after it. Throws the errors of all that are left.
 */
async function settle(steps: readonly Step[]): Promise<(Change | undefined)[]> {
  const done: (Change | undefined)[] = [];
  let left = steps;
  while (left.length > 0) {
    const refused: Step[] = [];
    const errors: Fault[] = [];
    for (const step of left) {
      try {
        done.push(await step.run());
      } catch (error) {
        errors.push(...faultsIn(error, step.pointer));
        refused.push(step);
      }
    }
    if (refused.length === left.length) refuseInvalid(errors);
    left = refused;
  }
  return done;
}

/** An ApiError as errors of a file. Throws any other error. */
function faultsIn(error: unknown, pointer: string): Fault[] {
  if (!(error instanceof ApiError) || errorCatalogue[error.code].status >= 500) throw error;
  const { errors, message } = error;
  if (!errors) return [{ pointer, detail: message }];
  return errors.map((fault) => ({ ...fault, pointer: `${pointer}${fault.pointer}` }));
}

/** What is in the files twice. */
function repeated(files: ExperienceFiles): Fault[] {
  const named = {
    audiences: files.audiences?.map(({ name }) => name),
    layers: files.layers?.map(({ name }) => name),
    holdouts: files.holdouts?.map(({ name }) => name),
    metrics: files.metrics?.map(({ name }) => name),
    strategies: files.strategies?.map(({ name }) => name),
    templates: files.templates?.map(({ name }) => name),
    campaigns: files.campaigns?.map(({ selector }) => selector),
  };
  return Object.entries(named).flatMap(([list, names = []]) =>
    names.flatMap((name, at) =>
      names.indexOf(name) === at
        ? []
        : [{ pointer: `/${list}/${at}`, detail: `is "${name}" for the second time` }],
    ),
  );
}
