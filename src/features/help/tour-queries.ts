/**
 * Facts that decide whether tours start: the tenant's setting, the person's preference, and tours already seen
 * (ONB-05, DATA-42).
 */
export const toursQuery = `query Tours($me: bigint!) {
  configuration(where: { client_id: { _is_null: true }, key: { _eq: "onboarding_tour" } }) { value }
  lb_user_by_pk(id: $me) { show_tour }
  tour(where: { lb_user_id: { _eq: $me } }) { page }
}`;

export interface ToursAnswer {
  readonly configuration: readonly { readonly value: string | null }[];
  readonly lb_user_by_pk: { readonly show_tour: boolean } | null;
  readonly tour: readonly { readonly page: string }[];
}

/** Tour state of a person. */
export interface Tours {
  /** Enabled by the tenant. */
  readonly offered: boolean;
  /** Wanted by the person. */
  readonly wanted: boolean;
  /** Pages whose tour was finished or skipped. */
  readonly seen: readonly string[];
}

export function toursOf({ configuration, lb_user_by_pk, tour }: ToursAnswer): Tours {
  return {
    offered: configuration[0]?.value !== 'false',
    wanted: lb_user_by_pk?.show_tour === true,
    seen: tour.map(({ page }) => page),
  };
}

/** Whether all conditions of a tour hold (ONB-05). */
export function isDue({ offered, wanted, seen }: Tours, page: string): boolean {
  return offered && wanted && !seen.includes(page);
}

/** Whether a due tour starts by itself: the first one does, further ones wait to be asked for (ONB-10). */
export function startsByItself({ seen }: Tours): boolean {
  return seen.length === 0;
}

/**
 * Records a page's tour as seen or skipped (ONB-05). The refusal `unique_violation` means that it was recorded
 * already, which is fine.
 */
export const noteTourMutation =
  'mutation NoteTour($page: String!) { insert_tour_one(object: { page: $page }) { id } }';

/** Resets the seen tours and enables tours again (ONB-06). */
export const restartToursMutation = `mutation RestartTours($me: bigint!) {
  delete_tour(where: { lb_user_id: { _eq: $me } }) { affected_rows }
  update_lb_user_by_pk(pk_columns: { id: $me }, _set: { show_tour: true }) { id }
}`;
