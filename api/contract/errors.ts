/**
 * Every error of the API, its sign-in pages and the bff: `code` = status × 100 + n. Error bodies and the OpenAPI
 * document use this table.
 */
export const errorTable = {
  bad_request: [40000, 'Bad Request'],
  not_json: [40001, 'Not JSON'],
  body_missing: [40002, 'Body Missing'],
  not_an_object: [40003, 'Not An Object'],
  bad_encoding: [40004, 'Bad Encoding'],
  bad_cursor: [40005, 'Bad Cursor'],
  unknown_api_version: [40007, 'Unknown API Version'],
  bad_idempotency_key: [40008, 'Bad Idempotency-Key'],
  bad_conditional_header: [40009, 'Bad Conditional Header'],
  invalid_grant: [40010, 'Invalid Grant'],
  invalid_request: [40011, 'Invalid Request'],
  invalid_scope: [40012, 'Invalid Scope'],
  unauthorized_client: [40013, 'Unauthorized Client'],
  unsupported_grant_type: [40014, 'Unsupported Grant Type'],
  unsupported_token_type: [40015, 'Unsupported Token Type'],
  no_token: [40100, 'Unauthorized'],
  invalid_token: [40101, 'Invalid Token'],
  expired_token: [40102, 'Expired Token'],
  invalid_client: [40110, 'Invalid Client'],
  no_access: [40300, 'Forbidden'],
  insufficient_scope: [40301, 'Insufficient Scope'],
  cross_origin: [40302, 'Cross-Site Request'],
  attachment_infected: [40303, 'Infected File'],
  no_route: [40400, 'Not Found'],
  no_ticket: [40401, 'Ticket Not Found'],
  no_message: [40402, 'Message Not Found'],
  no_gist: [40403, 'Gist Not Found'],
  not_starred: [40404, 'Not Starred'],
  no_person: [40405, 'Person Not Found'],
  no_view: [40406, 'View Not Found'],
  no_mailbox: [40407, 'Mailbox Not Found'],
  no_mail: [40408, 'Mail Not Found'],
  no_attachment: [40409, 'Attachment Not Found'],
  no_job: [40410, 'Job Not Found'],
  no_customer: [40412, 'Customer Not Found'],
  no_client: [40414, 'Client Not Found'],
  no_grant: [40415, 'Grant Not Found'],
  no_notification: [40416, 'Notification Not Found'],
  not_watched: [40417, 'Not Watched'],
  no_session: [40420, 'Session Not Found'],
  no_invitation: [40421, 'Invitation Not Found'],
  no_delivery: [40423, 'Delivery Not Found'],
  no_second_factor: [40424, 'Second Factor Not Found'],
  no_identity: [40425, 'Identity Not Found'],
  no_tag: [40427, 'Tag Not Found'],
  no_identity_provider: [40428, 'Identity Provider Not Found'],
  no_script_token: [40429, 'Script Token Not Found'],
  no_audit_entry: [40432, 'Audit Entry Not Found'],
  method_not_allowed: [40500, 'Method Not Allowed'],
  hook_rejected: [40600, 'Not Acceptable'],
  request_timeout: [40800, 'Request Timeout'],
  version_conflict: [40901, 'Conflict'],
  id_mismatch: [40902, 'Id Mismatch'],
  key_in_progress: [40903, 'Same Key In Progress'],
  already_sent: [40905, 'Already Sent'],
  not_capturing: [40906, 'Mailbox Does Not Capture'],
  mailbox_disabled: [40907, 'Mailbox Disabled'],
  mail_processed: [40908, 'Mail Already Processed'],
  job_running: [40909, 'Job Running'],
  last_administrator: [40910, 'Last Administrator'],
  attachment_in_use: [40911, 'File On A Message'],
  attachment_not_scanned: [40912, 'File Not Scanned'],
  tag_changing: [40913, 'Tag Is Changing'],
  person_disabled: [40914, 'Person Disabled'],
  gone: [41000, 'Gone'],
  ticket_gone: [41001, 'Ticket Gone'],
  message_gone: [41002, 'Message Gone'],
  gist_gone: [41003, 'Gist Gone'],
  view_gone: [41004, 'View Gone'],
  mailbox_gone: [41005, 'Mailbox Gone'],
  mail_gone: [41006, 'Mail Gone'],
  job_gone: [41007, 'Job Gone'],
  attachment_gone: [41008, 'Attachment Gone'],
  api_major_gone: [41010, 'API Major Version Gone'],
  api_version_gone: [41011, 'API Version Gone'],
  tag_gone: [41020, 'Tag Gone'],
  client_gone: [41021, 'Client Gone'],
  identity_gone: [41023, 'Identity Gone'],
  identity_provider_gone: [41024, 'Identity Provider Gone'],
  audit_entry_gone: [41029, 'Audit Entry Gone'],
  precondition_failed: [41200, 'Precondition Failed'],
  too_large: [41300, 'Content Too Large'],
  attachment_too_large: [41301, 'File Too Large'],
  quota_exceeded: [41302, 'Quota Exceeded'],
  uri_too_long: [41400, 'URI Too Long'],
  unsupported_media_type: [41500, 'Unsupported Media Type'],
  range_not_satisfiable: [41600, 'Range Not Satisfiable'],
  invalid: [42200, 'Validation Failed'],
  key_reused: [42201, 'Idempotency-Key Reused'],
  too_many_requests: [42900, 'Too Many Requests'],
  too_many_sign_ins: [42901, 'Too Many Failed Sign-ins'],
  too_many_streams: [42902, 'Too Many Streams'],
  headers_too_large: [43100, 'Request Header Fields Too Large'],
  internal: [50000, 'Internal Server Error'],
  upstream_failed: [50200, 'Bad Gateway'],
  unavailable: [50300, 'Service Unavailable'],
  upstream_timeout: [50400, 'Gateway Timeout'],
} as const satisfies Record<string, readonly [code: number, message: string]>;

export type ErrorName = keyof typeof errorTable;

/** Codes of the field errors in a 422. */
export const fieldErrorCodes = {
  required: 1001,
  invalid_type: 1002,
  too_short: 1003,
  too_long: 1004,
  not_allowed: 1005,
  invalid_format: 1006,
  unknown: 1007,
  read_only: 1008,
  out_of_range: 1009,
  duplicate: 1010,
  null_not_allowed: 1011,
  unknown_reference: 1013,
  invalid_characters: 1014,
  reserved: 1015,
} as const;

export type FieldErrorName = keyof typeof fieldErrorCodes;

/** An invalid field or parameter; nested fields are named `files.a.txt.content`, `tags[3]`. */
export type FieldError = { code: number; field: string; message: string };

/** A field that differs between the client's copy and the stored resource (409, 412). */
export type FieldDifference = { field: string; yours: unknown; current: unknown };

/**
 * An error body. Only a 422 may have `errors`, and only a 409 or 412 `differences`. Only the OAuth endpoints add
 * members: `error` and `error_description`.
 */
export type ErrorBody =
  | { code: number; message: string; description: string; differences?: FieldDifference[] }
  | { code: number; message: string; errors: FieldError[] };

export const getErrorStatus = (name: ErrorName): number => Math.floor(errorTable[name][0] / 100);
