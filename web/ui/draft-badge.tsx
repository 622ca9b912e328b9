/** Ends the name of a control that has a draft. */
export const DraftBadge = ({ className }: { className: string | undefined }) => (
  <>
    <span className={className} aria-hidden>
      Draft
    </span>
    <span className="visually-hidden"> (draft saved)</span>
  </>
);
