import { useMediaQuery } from '@mantine/hooks';

/** Whether the original fits beside the form; otherwise it is collapsed until opened. */
export function useHasRoom(): boolean {
  return !useMediaQuery('(max-width: 1000px)', false, { getInitialValueInEffect: false });
}
