// What needs a look, each with the way to where it is mended.
import { List } from '@mantine/core';
import type { ReactNode } from 'react';
import { PageLink } from '../../ui/page-link.tsx';
import { Time } from '../../ui/time.tsx';
import { Warning } from '../../ui/warning.tsx';
import type { Overview } from './query.ts';
import classes from './warnings.module.css';

type Shown = Overview['warnings'][number];

export function Warnings({ warnings }: { warnings: readonly Shown[] }) {
  return (
    <Warning title={warnings.length === 1 ? '1 warning' : `${warnings.length} warnings`}>
      <List size="sm" spacing={4} className={classes['list'] ?? ''}>
        {warnings.map((one) => (
          <List.Item key={`${one.kind} ${one.id}`}>{say[one.kind](one)}</List.Item>
        ))}
      </List>
    </Warning>
  );
}

const say: { readonly [Kind in Shown['kind']]: (one: Shown) => ReactNode } = {
  'no-worker': ({ at }) => (
    <>
      No worker is running{at && <SeenLast at={at} />}, so events are kept but not processed. See{' '}
      <PageLink to="status">Status</PageLink>.
    </>
  ),
  approval: ({ count }) => (
    <>
      {count === 1 ? '1 campaign is' : `${sayCount(count)} campaigns are`} waiting for your
      approval. See <PageLink to="approvals">Approvals</PageLink>.
    </>
  ),
  'sample-ratio': ({ id, name, detail }) => (
    <>
      Sample ratio mismatch in <PageLink to={`reports?campaign=${id}`}>{name}</PageLink>: {detail}
    </>
  ),
  'failed-pull': ({ id, name, detail, at }) => (
    <>
      The last fetch of feed <PageLink to={`feeds?id=${id}&show=pull`}>{name}</PageLink> failed
      {at && <FailedAt at={at} />}
      {detail !== '' && `: ${detail}`}
    </>
  ),
  'failed-export': ({ detail, at }) => (
    <>
      The last nightly export failed{at && <FailedAt at={at} />}, and is tried again automatically
      (see <PageLink to="status">Status</PageLink>): {detail}
    </>
  ),
  'key-expires': ({ id, name, at }) => (
    <>
      API key <PageLink to={`api-keys?key=${id}`}>{name}</PageLink> expires {at && <Time at={at} />}
      . Rotate it or extend it before then.
    </>
  ),
  ingestion: ({ count }) => (
    <>
      {count === 1 ? '1 part of a request was' : `${sayCount(count)} parts of requests were`}{' '}
      ignored or rejected since yesterday. See{' '}
      <PageLink to="ingestion-warnings">Ingestion warnings</PageLink>.
    </>
  ),
};

const sayCount = (count: number | null) => (count ?? 0).toLocaleString('en-GB');

function FailedAt({ at }: { at: string }) {
  return (
    <>
      {' '}
      <Time at={at} />
    </>
  );
}

function SeenLast({ at }: { at: string }) {
  return (
    <>
      {' '}
      (last seen <Time at={at} />)
    </>
  );
}
