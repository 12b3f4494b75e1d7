// Signing out: the session ends on the server, and of what was shown only drafts are kept here.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callOnce } from '../api/call.ts';
import { consoleApi } from '../api/endpoints.ts';
import { forget } from '../api/queries.ts';

export function useSignOut({ isEverywhere = false } = {}) {
  const held = useQueryClient();
  return useMutation({
    mutationFn: () =>
      isEverywhere ? callOnce(consoleApi.signOutEverywhere, {}) : callOnce(consoleApi.signOut, {}),
    onSuccess: (there) => {
      forget(held);
      if (there) window.location.assign(there.address);
    },
  });
}
