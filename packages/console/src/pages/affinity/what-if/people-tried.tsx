// Visitors with their best values before and after.
import { Badge, Group, Stack, Text } from '@mantine/core';
import type { Answer } from '../../../api/endpoints.ts';
import { sayUser } from '../../../ui/say-user.ts';
import { UserName } from '../../../ui/user-name.tsx';

type Tried = Answer<'tryAffinity'>;
type User = Tried['users'][number];
type Ranked = User['properties'][number]['before'];

const usersShown = 6;

export function PeopleTried({ tried }: { tried: Tried }) {
  const shown = tried.users.filter(({ properties }) => properties.length > 0).slice(0, usersShown);
  return (
    <Stack gap="sm">
      {shown.map((user) => (
        <section key={user.userId} aria-label={`Ranks of ${sayUser(user.userId, user.userName)}`}>
          <Text size="sm" fw={600} component="div">
            <UserName id={user.userId} name={user.userName} />
          </Text>
          {user.properties.map(({ property, before, after }) => (
            <Group key={property} gap={6} mt={4}>
              <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {property}
              </Text>
              {after.map(({ value, rank }) => (
                <Badge
                  key={value}
                  variant={rankIn(before, value) === rank ? 'default' : 'light'}
                  tt="none"
                  fw={500}
                  maw="100%"
                >
                  {rank}. {value}
                  {sayMove(rankIn(before, value), rank)}
                </Badge>
              ))}
              {before
                .filter(({ value }) => rankIn(after, value) === undefined)
                .map(({ value }) => (
                  <Badge key={value} variant="outline" color="gray" tt="none" fw={500} maw="100%">
                    {value}, removed
                  </Badge>
                ))}
            </Group>
          ))}
        </section>
      ))}
    </Stack>
  );
}

const rankIn = (ranked: Ranked, value: string) => ranked.find((one) => one.value === value)?.rank;

function sayMove(before: number | undefined, after: number): string {
  if (before === after) return '';
  return before === undefined ? ', new' : `, was ${before}`;
}
