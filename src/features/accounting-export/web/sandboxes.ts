import { queryOptions } from '@tanstack/react-query';
import { restWithoutLogin } from '../../../platform/web/api.ts';
import type { ExportTarget } from '../../export-target/targets.ts';

/** The systems that are sandboxes of the product, without real bookings. */
export const sandboxesOptions = queryOptions({
  queryKey: ['sandboxes'],
  queryFn: async ({ signal }) =>
    (
      await restWithoutLogin<{ readonly sandboxes: readonly ExportTarget[] }>('/api/environment', {
        signal,
      })
    ).sandboxes,
  staleTime: Number.POSITIVE_INFINITY,
});
