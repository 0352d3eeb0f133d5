import { useMediaQuery } from '@mantine/hooks';

/** Whether the original stands beside the form; where there is no room for that, it is shown once somebody asks for it. */
export function useHasRoom(): boolean {
  return !useMediaQuery('(max-width: 1000px)', false, { getInitialValueInEffect: false });
}
