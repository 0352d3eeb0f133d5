import { useRouter } from '@tanstack/react-router';

/** Goes back to where one came from, or to the overview where a document was opened by its address. */
export function useBack(): () => void {
  const router = useRouter();
  return () =>
    router.history.canGoBack() ? router.history.back() : void router.navigate({ to: '/overview' });
}
