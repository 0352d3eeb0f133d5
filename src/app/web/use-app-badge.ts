import { useEffect } from 'react';

/**
 * Shows the number of tasks on the icon of the installed application (MOB-01), where the browser can. Removed after
 * logout, since the number belongs to a person.
 *
 * @param count null while unknown
 */
export function useAppBadge(count: number | null): void {
  useEffect(() => {
    if (count !== null) badge(count);
  }, [count]);
  useEffect(() => () => badge(0), []);
}

function badge(count: number): void {
  // Without a permission for badges there is none.
  if ('setAppBadge' in navigator) void navigator.setAppBadge(count).catch(() => undefined);
}
