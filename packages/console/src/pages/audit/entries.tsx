// Entries as sentences; each opens to what was changed.
import { kindOfAction } from '@attune/contract';
import { Paper, Text, UnstyledButton } from '@mantine/core';
import { useId, useState } from 'react';
import { consoleApi } from '../../api/endpoints.ts';
import { useAnswer } from '../../api/queries.ts';
import { useSite } from '../../shell/site-context.ts';
import { Icon } from '../../ui/icons.tsx';
import { Moment } from '../../ui/moment.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { Details } from './details.tsx';
import classes from './entries.module.css';
import type { Entry } from './formats.ts';
import { sentenceOf } from './sentences.ts';
import { kinds, placeOfThing } from './things.ts';

interface Given {
  readonly entries: readonly Entry[];
  readonly onThing: (entry: Entry) => void;
}

export function Entries({ entries, onThing }: Given) {
  return (
    <Paper
      withBorder
      component="ol"
      className={classes['list']}
      aria-label="Audit log, newest first"
    >
      {entries.map((entry) => (
        <Row key={entry.id} entry={entry} onThing={onThing} />
      ))}
    </Paper>
  );
}

function Row({ entry, onThing }: { entry: Entry; onThing: Given['onThing'] }) {
  const [isOpen, setOpen] = useState(false);
  const ids = { sentence: useId(), details: useId() };
  const kind = kindOfAction(entry.action);
  return (
    <li className={classes['entry']}>
      <div className={classes['line']}>
        <UnstyledButton
          className={classes['opener']}
          aria-label="Details"
          aria-describedby={ids.sentence}
          aria-expanded={isOpen}
          aria-controls={ids.details}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="down" size={16} />
        </UnstyledButton>
        <Text size="sm" id={ids.sentence} className={classes['sentence']}>
          <SentenceShown entry={entry} />
        </Text>
        <Text size="xs" c="dimmed" component="div" className={classes['when']}>
          <Moment at={entry.at} />
        </Text>
      </div>
      <div id={ids.details} hidden={!isOpen} className={classes['details']}>
        {isOpen && (
          <>
            <Text size="xs" c="dimmed" className={classes['sentence']}>
              {[entry.actor, entry.action, entry.subjectId && `id ${entry.subjectId}`]
                .filter(Boolean)
                .join(' · ')}
            </Text>
            <Details details={entry.details} />
            {kind && kinds[kind].noun !== '' && entry.subjectId !== null && (
              <UnstyledButton className={classes['same']} onClick={() => onThing(entry)}>
                Show all changes to this {kinds[kind].noun}
              </UnstyledButton>
            )}
          </>
        )}
      </div>
    </li>
  );
}

/** An entry as a sentence, with the way to its thing. */
export function SentenceShown({ entry }: { entry: Entry }) {
  const { name: site } = useSite();
  const { data } = useAnswer(consoleApi.listTeammates, { params: { site } });
  const { actor, verb, thing, tail } = sentenceOf(entry, data?.teammates ?? []);
  const place = placeOfThing(entry);
  return (
    <>
      {actor !== '' && <b>{actor}</b>} {verb}
      {thing !== '' && ' '}
      {thing !== '' && (place ? <PageLink to={place}>{thing}</PageLink> : <b>{thing}</b>)}
      {entry.isGone && !entry.action.endsWith('.delete') && !entry.action.endsWith('.remove') && (
        <Text span size="xs" c="dimmed">
          {' '}
          (deleted since)
        </Text>
      )}
      {tail !== '' && ` ${tail}`}
    </>
  );
}
