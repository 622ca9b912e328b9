/** Marks a control that has a draft. Its accessible name then ends with "(draft saved)". */
export const DraftBadge = ({ className }: { className: string | undefined }) => (
  <>
    <span className={className} aria-hidden>
      Draft
    </span>
    <span className="visually-hidden"> (draft saved)</span>
  </>
);
