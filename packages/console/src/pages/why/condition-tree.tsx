// A condition part by part: what was checked, what was found, and which part made it fail.
import type { ConditionTrace } from '@attune/core';
import { Text } from '@mantine/core';
import { Mark } from '../../ui/mark.tsx';
import { type AudienceNames, culpritsOf, sayFound, sayPart } from './condition-labels.ts';
import classes from './condition-tree.module.css';
import { EditLink } from './edit-link.tsx';

interface Given {
  readonly condition: ConditionTrace;
  readonly audiences: AudienceNames;
}

export function ConditionTree({ condition, audiences }: Given) {
  const culprits = culpritsOf(condition);
  return (
    <ul className={classes['tree']} aria-label="Conditions">
      <Part trace={condition} audiences={audiences} culprits={culprits} />
    </ul>
  );
}

interface PartProps {
  readonly trace: ConditionTrace;
  readonly audiences: AudienceNames;
  readonly culprits: ReadonlySet<ConditionTrace>;
}

function Part({ trace, audiences, culprits }: PartProps) {
  const { pass, detail, children } = trace;
  const isCulprit = culprits.has(trace);
  const found = sayFound(trace);
  return (
    <li>
      <div className={classes['part']} {...(isCulprit && { 'data-culprit': true })}>
        <Mark tone={pass ? 'good' : 'bad'} size="sm">
          {pass ? 'true' : 'false'}
        </Mark>
        <span>
          {sayPart(trace, audiences)}
          {trace.operator === '$audience' && audiences.has(Number(trace.expected)) && (
            <>
              {' '}
              <EditLink what="audience" to={`audiences?id=${Number(trace.expected)}`} />
            </>
          )}
        </span>
        {found !== undefined && <Text span size="sm" c="dimmed">{`found: ${found}`}</Text>}
        {isCulprit && (
          <Text span size="sm" fw={600}>
            ← decisive
          </Text>
        )}
        {detail !== undefined && (
          <Text span size="sm" c="dimmed">
            {detail}
          </Text>
        )}
      </div>
      {children && children.length > 0 && (
        <ul className={classes['tree']}>
          {children.map((child, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts never move
            <Part key={at} trace={child} audiences={audiences} culprits={culprits} />
          ))}
        </ul>
      )}
    </li>
  );
}
