// What is shown at which address.
import { Container, MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Route, Router, Switch } from 'wouter';
import { Invitation, PasswordReset, ProviderReturn, SignIn } from './pages.tsx';
import { ErrorBoundary } from './shell/error-boundary.tsx';
import { SignedIn } from './shell/signed-in.tsx';
import { cssVariables, theme } from './theme.ts';
import { PageSkeleton } from './ui/page.tsx';

export function App({ queryClient }: { queryClient: QueryClient }) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <ErrorBoundary>
        <QueryClientProvider client={queryClient}>
          <Router base="/console">
            <Suspense fallback={<Beginning />}>
              <Switch>
                <Route path="/sign-in" component={SignIn} />
                <Route path="/sign-in/provider" component={ProviderReturn} />
                <Route path="/sign-in/reset" component={PasswordReset} />
                <Route path="/invitation" component={Invitation} />
                <Route component={SignedIn} />
              </Switch>
            </Suspense>
          </Router>
        </QueryClientProvider>
      </ErrorBoundary>
    </MantineProvider>
  );
}

/** While the page's code is on its way. */
const Beginning = () => (
  <Container size="md" py="xl">
    <PageSkeleton />
  </Container>
);
