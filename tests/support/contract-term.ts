import type { ContractTerm } from '../../src/features/contract/term/model.ts';

export const emptyTerm: ContractTerm = {
  term_type: null,
  start_date: null,
  end_date: null,
  duration: null,
  duration_unit_type: null,
  min_duration: null,
  renewal_type: null,
  renewal_duration: null,
  renewal_duration_unit_type: null,
  notice_period: null,
  notice_period_unit_type: null,
  notice_workdays: null,
  later_notice_period: null,
  later_notice_period_unit_type: null,
  termination_to: null,
  termination_day: null,
  terminated_on: null,
  agreed_end: null,
};
