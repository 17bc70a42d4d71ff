/** The token of a link, from the fragment of its address; empty if there is none. */
export function tokenIn(fragment) {
  return new URLSearchParams(fragment.slice(1)).get('token') ?? '';
}

/** Says what became of a question that is no longer open. */
export function outcome({ status, decision }) {
  if (status === 'cancelled') {
    return 'This needs no decision any more: the run has ended, or it asks again.';
  }
  const { action, decided_by: by, reason } = decision;
  return `${action === 'resume' ? 'Approved' : 'Denied'} by ${by}${reason ? `: ${reason}` : ''}`;
}
