import { useRouter } from '@tanstack/react-router';

/** Goes back in the history, or to the overview if the document was opened by its address. */
export function useBack(): () => void {
  const router = useRouter();
  return () =>
    router.history.canGoBack() ? router.history.back() : void router.navigate({ to: '/overview' });
}
