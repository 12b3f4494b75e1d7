// What signed-in teammates see: their sites' pages and their account; others are led to sign in.
import { Button, Container, Stack, Text, Title } from '@mantine/core';
import { Suspense } from 'react';
import { Link, Redirect, Route, Switch, useLocation, useSearch } from 'wouter';
import { isProblem } from '../api/problem.ts';
import { useSessionAnswer } from '../api/queries.ts';
import { Account } from '../pages.tsx';
import { SignInAgain } from '../session/sign-in-again.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { PageSkeleton } from '../ui/page.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { lastSite } from './last-site.ts';
import { Shell } from './shell.tsx';
import { firstPageOf, SiteContent } from './site-content.tsx';
import { SessionContext, SiteContext, useSession } from './site-context.ts';

export function SignedIn() {
  const session = useSessionAnswer();
  const [path] = useLocation();
  const search = useSearch();
  if (session.data) {
    return (
      <SessionContext value={session.data}>
        <SignInAgain />
        <Switch>
          <Route path="/account">
            <Shell>
              <ErrorBoundary>
                <Suspense fallback={<PageSkeleton />}>
                  <Account />
                </Suspense>
              </ErrorBoundary>
            </Shell>
          </Route>
          <Route path="/:site/:page?">
            {({ site, page }) => <SitePlace name={site} page={page} />}
          </Route>
          <Route>
            <Home />
          </Route>
        </Switch>
      </SessionContext>
    );
  }
  if (session.data === null || isProblem(session.error, 'sign_in_needed')) {
    const from = path === '/' ? '' : `?from=${encodeURIComponent(path + (search && `?${search}`))}`;
    return <Redirect to={`/sign-in${from}`} replace />;
  }
  return (
    <Container size="md" py="xl">
      {session.error ? (
        <ErrorAlert error={session.error} onRetry={session.refetch} />
      ) : (
        <PageSkeleton />
      )}
    </Container>
  );
}

/** The last site that was looked at, or the first. */
function Home() {
  const { sites } = useSession();
  const site = sites.find(({ name }) => name === lastSite.read()) ?? sites[0];
  if (site) return <Redirect to={`/${site.name}`} replace />;
  return (
    <Shell>
      <EmptyState icon="site" title="You are not on any site">
        An Admin of a site can invite you. Stay signed in and open the link that they send you.
      </EmptyState>
    </Shell>
  );
}

function SitePlace({ name, page }: { name: string; page: string | undefined }) {
  const { sites } = useSession();
  const site = sites.find((one) => one.name === name);
  if (!site) return <NoSuchSite name={name} />;
  if (page === undefined) {
    return <Redirect to={`/${site.name}/${firstPageOf(site).path}`} replace />;
  }
  return (
    <SiteContext value={site}>
      <Shell>
        <SiteContent key={`${site.name}/${page}`} path={page} />
      </Shell>
    </SiteContext>
  );
}

function NoSuchSite({ name }: { name: string }) {
  return (
    <Shell>
      <Stack align="flex-start">
        <Title order={1} size="h2">
          You have no site “{name}”
        </Title>
        <Text>The name may be mistyped, or an Admin of the site has not invited you yet.</Text>
        <Button component={Link} href="/" variant="default">
          Go to your sites
        </Button>
      </Stack>
    </Shell>
  );
}
