import { entity, fieldParts } from '../../entity/entity.ts';
import { choice, reference } from '../../entity/kinds/chosen.ts';
import { flag } from '../../entity/kinds/flag.ts';
import { text } from '../../entity/kinds/text.ts';

export const dimensionTypes = [
  'employee',
  'd365_department',
  'branch',
  'vehicle',
  'sales_channel',
  'area',
  'labor_wert',
  'project',
] as const;

/** DATA-25, VAL-32, ADM-15. */
export const financialDimension = entity(
  'financial_dimension',
  {
    dimension_type: choice(dimensionTypes, { required: true }),
    code: text({ required: true, max: 36, unique: ['client_id', 'dimension_type'] }),
    name: text({ required: true }),
    client_id: reference('client', { required: true }),
    active: flag({ initial: true }),
  },
  {
    route: 'financial-dimension',
    label: ['code', 'name'],
    list: ['code', 'name', 'dimension_type', 'client_id'],
    tabs: [
      {
        name: 'general',
        parts: [
          ...fieldParts('code'),
          { field: 'name', width: 'wide' },
          ...fieldParts('dimension_type', 'client_id'),
          { field: 'active', width: 'full' },
        ],
      },
    ],
  },
);
