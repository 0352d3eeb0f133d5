/** What pages ask about tours (API-06, DATA-42). */
export const toursQuery = 'query Tours($me: bigint!) { tour(where: { lb_user_id: { _eq: $me } }) { page } }';

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
