// A page that another role opens: what it takes, and who can give it.
import { taskWith } from '@attune/contract';
import { Text } from '@mantine/core';
import { consoleApi, type EndpointRef } from '../api/endpoints.ts';
import { useAnswer } from '../api/queries.ts';
import { sayNeeds, withArticle } from './say-role.ts';
import { useSite } from './site-context.ts';

const mostNamed = 5;

export function NotOpen({ needs }: { needs: EndpointRef }) {
  const { name: site, role } = useSite();
  const { data } = useAnswer(consoleApi.listTeammates, { params: { site } });
  const admins = (data?.teammates ?? []).filter((one) => one.role === 'Admin').slice(0, mostNamed);
  const task = taskWith(needs, consoleApi);
  return (
    <>
      <Text>
        You are {withArticle(role)} on {site}. {task?.words ?? 'Opening this page'}: this takes the
        role {sayNeeds(needs)}.
      </Text>
      {admins.length > 0 && (
        <Text>
          Admins who can change your role:{' '}
          {admins.map(({ name, email }) => `${name} (${email})`).join(', ')}.
        </Text>
      )}
    </>
  );
}
