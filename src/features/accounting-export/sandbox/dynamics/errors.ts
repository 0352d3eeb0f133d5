import { json, type SandboxAnswer } from '../../../../platform/sandbox/http.ts';

/** Ends a request with an error as Dynamics 365 formats it: only `innererror` has the reason. */
export class DynamicsError extends Error {
  readonly status: number;
  readonly kind: 'AxODataWriteException' | 'ODataException';

  constructor(
    status: number,
    message: string,
    kind: 'AxODataWriteException' | 'ODataException' = 'AxODataWriteException',
  ) {
    super(message);
    this.status = status;
    this.kind = kind;
  }
}

/** Answers an invalid request, such as an unknown field or an unsupported filter. */
export function malformed(message: string, status = 400): DynamicsError {
  return new DynamicsError(status, message, 'ODataException');
}

/** A row was refused; business errors have status 400 or 500. */
export function writeFailed(entity: string, infolog: string, status: 400 | 500 = 400): DynamicsError {
  return new DynamicsError(status, `Write failed for table row of type '${entity}'. Infolog: ${infolog}.`);
}

export function notInTable(entity: string, value: string, field: string, table: string): DynamicsError {
  return writeFailed(
    entity,
    `Warning: The value '${value}' in field '${field}' is not found in the related table '${table}'.; Warning: validateField failed on field '${entity}.${field}'`,
  );
}

export function alreadyExists(entity: string, table: string, key: string): DynamicsError {
  return writeFailed(
    entity,
    `Info: Cannot create a record in ${table}. ${key}.\nThe record already exists.`,
    500,
  );
}

/** Another process wrote the same row at the same time; a retry may succeed. */
export function recordChanged(entity: string): DynamicsError {
  return writeFailed(
    entity,
    'Error: Cannot edit a record. An update conflict occurred due to another user process deleting the record or changing one or more fields in the record (RecVersion)',
    500,
  );
}

export function errorAnswer(error: DynamicsError): SandboxAnswer {
  const namespace =
    error.kind === 'ODataException'
      ? 'Microsoft.OData'
      : 'Microsoft.Dynamics.Platform.Integration.Services.OData';
  return json(
    error.status,
    {
      error: {
        code: '',
        message: 'An error has occurred.',
        innererror: {
          message: error.message,
          type: `${namespace}.${error.kind}`,
          stacktrace: '   at Microsoft.Dynamics.Platform.Integration.Services.OData.Update.UpdateProcessor',
        },
      },
    },
    { 'odata-version': '4.0' },
  );
}
