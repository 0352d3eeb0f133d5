/** The columns of `TakenOff` of the invoice `i`. */
export const takenOffColumns = `app.prepaid_rows(i) as prepaid,
    exists (select from app.prepayments_of(i) p where p.status not in ('export', 'completed')) as awaits_prepayment`;
