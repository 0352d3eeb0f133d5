import { useMediaQuery } from '@mantine/hooks';

/** Whether the window is as narrow as a phone's, from the first rendering on. */
export function useIsPhone(): boolean {
  return useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false });
}
