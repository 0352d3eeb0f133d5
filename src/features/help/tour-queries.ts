/** What decides whether tours begin: the setting of the tenant, the wish of the person, and what he has seen (ONB-05, DATA-42). */
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

/** Which tours a person may still see. */
export interface Tours {
  /** The tenant offers them. */
  readonly offered: boolean;
  /** The person wants them. */
  readonly wanted: boolean;
  /** The pages whose tour he has finished or skipped. */
  readonly seen: readonly string[];
}

export function toursOf({ configuration, lb_user_by_pk, tour }: ToursAnswer): Tours {
  return {
    offered: configuration[0]?.value !== 'false',
    wanted: lb_user_by_pk?.show_tour === true,
    seen: tour.map(({ page }) => page),
  };
}

/** The three conditions of a tour (ONB-05). */
export function isDue({ offered, wanted, seen }: Tours, page: string): boolean {
  return offered && wanted && !seen.includes(page);
}

/**
 * Notes that the person has seen or skipped the tour of a page (ONB-05). Where it is noted already, the refusal is
 * `unique_violation`, and all is as it should be.
 */
export const noteTourMutation =
  'mutation NoteTour($page: String!) { insert_tour_one(object: { page: $page }) { id } }';

/** Forgets all that the person has seen, and shows him tours again (ONB-06). */
export const restartToursMutation = `mutation RestartTours($me: bigint!) {
  delete_tour(where: { lb_user_id: { _eq: $me } }) { affected_rows }
  update_lb_user_by_pk(pk_columns: { id: $me }, _set: { show_tour: true }) { id }
}`;
