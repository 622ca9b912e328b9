import { auditActions, getAuditTargetKind } from '#contract/enums';
import { createRowsCheck } from './check.ts';
import { parseJsonObject } from './parse-json-object.ts';
import { isInSpan } from './walk-table.ts';

export const auditLogCheck = createRowsCheck(
  { name: 'audit', rule: 'Each audit entry has a known action, the matching kind of target, and well-formed changes.' },
  'audit_entries',
  async (queries, span) => {
    const rows = await queries
      .selectFrom('audit_entries')
      .select(['id', 'action', 'target_kind', 'changes'])
      .where(isInSpan('n', span))
      .execute();
    return rows
      .filter(
        ({ action, target_kind, changes }) =>
          !auditActions.includes(action) ||
          getAuditTargetKind(action) !== target_kind ||
          parseJsonObject(changes) === null,
      )
      .map(({ id, action, target_kind }) => ({
        table: 'audit_entries',
        id,
        sentence: `Audit entry ${id} (${action} of ${target_kind}) is malformed.`,
      }));
  },
);
