CREATE FUNCTION public.awaken_list_changed_job() RETURNS trigger
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    AS $$
      BEGIN
        IF OLD.status = 'claimed' THEN
          DELETE FROM public.awaken_lease WHERE thread_id = OLD.thread_id AND job_id = OLD.job_id;
        ELSIF OLD.status = 'queued' THEN
          DELETE FROM public.awaken_queue WHERE thread_id = OLD.thread_id AND job_id = OLD.job_id;
        ELSIF OLD.status = 'dead_letter' THEN
          DELETE FROM public.awaken_dead_letter WHERE thread_id = OLD.thread_id AND job_id = OLD.job_id;
        END IF;
        IF OLD.dedupe_key IS NOT NULL THEN
          DELETE FROM public.awaken_dedupe WHERE thread_id = OLD.thread_id AND dedupe_key = OLD.dedupe_key;
        END IF;
        IF NEW.status IN ('claimed', 'queued', 'dead_letter') OR NEW.dedupe_key IS NOT NULL THEN
          IF NEW.status = 'claimed' THEN
            INSERT INTO public.awaken_lease (thread_id, job_id, run_id, tenant_key, claim_token)
              VALUES (NEW.thread_id, NEW.job_id, NEW.run_id, public.awaken_tenant_key(NEW.thread_id), NEW.claim_token);
          ELSIF NEW.status = 'queued' THEN
            INSERT INTO public.awaken_queue (thread_id, job_id, run_id, tenant_key, priority, created_at, available_at)
              VALUES (NEW.thread_id, NEW.job_id, NEW.run_id, public.awaken_tenant_key(NEW.thread_id), NEW.priority, NEW.created_at,
                NEW.available_at);
          ELSIF NEW.status = 'dead_letter' THEN
            INSERT INTO public.awaken_dead_letter (thread_id, job_id) VALUES (NEW.thread_id, NEW.job_id);
          END IF;
          IF NEW.dedupe_key IS NOT NULL THEN
            INSERT INTO public.awaken_dedupe (thread_id, dedupe_key, job_id) VALUES (NEW.thread_id, NEW.dedupe_key, NEW.job_id);
          END IF;
        END IF;
        RETURN NULL;
      END
      $$;
CREATE FUNCTION public.awaken_list_job() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', '$user', 'public'
    AS $$
      BEGIN
        IF TG_OP <> 'INSERT' THEN
          IF OLD.status = 'claimed' THEN
            DELETE FROM awaken_lease WHERE thread_id = OLD.thread_id AND job_id = OLD.job_id;
          ELSIF OLD.status = 'queued' THEN
            DELETE FROM awaken_queue WHERE thread_id = OLD.thread_id AND job_id = OLD.job_id;
          ELSIF OLD.status = 'dead_letter' THEN
            DELETE FROM awaken_dead_letter WHERE thread_id = OLD.thread_id AND job_id = OLD.job_id;
          END IF;
          IF OLD.dedupe_key IS NOT NULL THEN
            DELETE FROM awaken_dedupe WHERE thread_id = OLD.thread_id AND dedupe_key = OLD.dedupe_key;
          END IF;
        END IF;
        IF TG_OP <> 'DELETE' THEN
          IF NEW.status = 'claimed' THEN
            INSERT INTO awaken_lease (thread_id, job_id, run_id, tenant_key, claim_token)
              VALUES (NEW.thread_id, NEW.job_id, NEW.run_id, awaken_tenant_key(NEW.thread_id), NEW.claim_token);
          ELSIF NEW.status = 'queued' THEN
            INSERT INTO awaken_queue (thread_id, job_id, run_id, tenant_key, priority, created_at, available_at)
              VALUES (NEW.thread_id, NEW.job_id, NEW.run_id, awaken_tenant_key(NEW.thread_id), NEW.priority, NEW.created_at,
                NEW.available_at);
          ELSIF NEW.status = 'dead_letter' THEN
            INSERT INTO awaken_dead_letter (thread_id, job_id) VALUES (NEW.thread_id, NEW.job_id);
          END IF;
          IF NEW.dedupe_key IS NOT NULL THEN
            INSERT INTO awaken_dedupe (thread_id, dedupe_key, job_id) VALUES (NEW.thread_id, NEW.dedupe_key, NEW.job_id);
          END IF;
        END IF;
        RETURN NULL;
      END
      $$;
CREATE FUNCTION public.awaken_list_new_job() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      BEGIN
        IF NEW.status = 'claimed' THEN
          INSERT INTO public.awaken_lease (thread_id, job_id, run_id, tenant_key, claim_token)
            VALUES (NEW.thread_id, NEW.job_id, NEW.run_id, public.awaken_tenant_key(NEW.thread_id), NEW.claim_token);
        ELSIF NEW.status = 'queued' THEN
          INSERT INTO public.awaken_queue (thread_id, job_id, run_id, tenant_key, priority, created_at, available_at)
            VALUES (NEW.thread_id, NEW.job_id, NEW.run_id, public.awaken_tenant_key(NEW.thread_id), NEW.priority, NEW.created_at,
              NEW.available_at);
        ELSIF NEW.status = 'dead_letter' THEN
          INSERT INTO public.awaken_dead_letter (thread_id, job_id) VALUES (NEW.thread_id, NEW.job_id);
        END IF;
        IF NEW.dedupe_key IS NOT NULL THEN
          INSERT INTO public.awaken_dedupe (thread_id, dedupe_key, job_id) VALUES (NEW.thread_id, NEW.dedupe_key, NEW.job_id);
        END IF;
        RETURN NULL;
      END
      $$;
CREATE FUNCTION public.awaken_list_new_run() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      BEGIN
        IF NEW.resolution_hash IS NOT NULL THEN
          INSERT INTO public.awaken_document_use (hash, thread_id) VALUES (NEW.resolution_hash, NEW.thread_id) ON CONFLICT DO NOTHING;
        END IF;
        IF NEW.status = 'waiting' THEN
          INSERT INTO public.awaken_waiting_run (thread_id, run_id, tenant_key)
            VALUES (NEW.thread_id, NEW.run_id, public.awaken_tenant_key(NEW.thread_id));
        END IF;
        RETURN NULL;
      END
      $$;
CREATE FUNCTION public.awaken_list_pinned_run() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      BEGIN
        -- Runs move with their whole thread only.
        IF OLD.thread_id <> NEW.thread_id THEN
          DELETE FROM public.awaken_document_use WHERE hash = OLD.resolution_hash AND thread_id = OLD.thread_id;
        END IF;
        IF NEW.resolution_hash IS NOT NULL THEN
          INSERT INTO public.awaken_document_use (hash, thread_id) VALUES (NEW.resolution_hash, NEW.thread_id) ON CONFLICT DO NOTHING;
        END IF;
        RETURN NULL;
      END
      $$;
CREATE FUNCTION public.awaken_list_run() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', '$user', 'public'
    AS $$
      BEGIN
        IF TG_OP <> 'INSERT' THEN
          IF OLD.status = 'waiting' THEN
            DELETE FROM awaken_waiting_run WHERE thread_id = OLD.thread_id AND run_id = OLD.run_id;
          END IF;
          -- Runs are deleted, or move, with their whole thread only.
          IF OLD.resolution_hash IS NOT NULL AND (TG_OP = 'DELETE' OR OLD.thread_id <> NEW.thread_id) THEN
            DELETE FROM awaken_document_use WHERE hash = OLD.resolution_hash AND thread_id = OLD.thread_id;
          END IF;
        END IF;
        IF TG_OP <> 'DELETE' THEN
          IF NEW.status = 'waiting' THEN
            INSERT INTO awaken_waiting_run (thread_id, run_id, tenant_key)
              VALUES (NEW.thread_id, NEW.run_id, awaken_tenant_key(NEW.thread_id));
          END IF;
          IF NEW.resolution_hash IS NOT NULL THEN
            INSERT INTO awaken_document_use (hash, thread_id) VALUES (NEW.resolution_hash, NEW.thread_id) ON CONFLICT DO NOTHING;
          END IF;
        END IF;
        RETURN NULL;
      END
      $$;
CREATE FUNCTION public.awaken_list_waiting_run() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      BEGIN
        IF OLD.status = 'waiting' THEN
          DELETE FROM public.awaken_waiting_run WHERE thread_id = OLD.thread_id AND run_id = OLD.run_id;
        END IF;
        IF NEW.status = 'waiting' THEN
          INSERT INTO public.awaken_waiting_run (thread_id, run_id, tenant_key)
            VALUES (NEW.thread_id, NEW.run_id, public.awaken_tenant_key(NEW.thread_id));
        END IF;
        RETURN NULL;
      END
      $$;
CREATE FUNCTION public.awaken_tenant_key(thread_key character varying) RETURNS character varying
    LANGUAGE sql IMMUTABLE
    AS $$ SELECT CASE WHEN strpos(thread_key, '/') = 0 THEN '' ELSE left(thread_key, length(thread_key) - strpos(reverse(thread_key), '/')) END $$;
CREATE TABLE public.awaken_call (
    thread_id character varying(257) NOT NULL,
    run_id character varying(128) NOT NULL,
    call_id character varying(256) NOT NULL,
    step integer NOT NULL,
    ordinal integer NOT NULL,
    tool_name character varying(256) NOT NULL,
    arguments text,
    status character varying(16) NOT NULL,
    attempt integer NOT NULL,
    created_at bigint DEFAULT (floor((EXTRACT(epoch FROM clock_timestamp()) * (1000)::numeric)))::bigint NOT NULL,
    revision integer DEFAULT 0 NOT NULL
);
COMMENT ON TABLE public.awaken_call IS 'The tool calls of runs and where they are';
COMMENT ON COLUMN public.awaken_call.call_id IS 'from the model, made unique within the run';
COMMENT ON COLUMN public.awaken_call.ordinal IS 'place within the commit that brought it';
COMMENT ON COLUMN public.awaken_call.arguments IS 'JSON as the model gave it';
COMMENT ON COLUMN public.awaken_call.status IS 'new, running, suspended, resuming, succeeded, failed, cancelled';
COMMENT ON COLUMN public.awaken_call.attempt IS 'how often its execution was begun';
COMMENT ON COLUMN public.awaken_call.revision IS 'how often a decision changed the arguments';
CREATE TABLE public.awaken_dead_letter (
    thread_id character varying(257) NOT NULL,
    job_id character varying(128) NOT NULL
);
COMMENT ON TABLE public.awaken_dead_letter IS 'The jobs in the dead letter; written by triggers of awaken_job';
CREATE TABLE public.awaken_dedupe (
    thread_id character varying(257) NOT NULL,
    dedupe_key character varying(256) NOT NULL,
    job_id character varying(128) NOT NULL
);
COMMENT ON TABLE public.awaken_dedupe IS 'The dedupe keys of jobs that have not ended; written by triggers of awaken_job';
CREATE TABLE public.awaken_deleted_thread (
    thread_id character varying(257) NOT NULL,
    deleted_at bigint DEFAULT (floor((EXTRACT(epoch FROM clock_timestamp()) * (1000)::numeric)))::bigint NOT NULL
);
COMMENT ON TABLE public.awaken_deleted_thread IS 'Threads that are deleted and whose rows are not all removed yet';
CREATE TABLE public.awaken_document (
    hash character varying(128) NOT NULL,
    body text NOT NULL,
    created_at bigint DEFAULT (floor((EXTRACT(epoch FROM clock_timestamp()) * (1000)::numeric)))::bigint NOT NULL
);
COMMENT ON TABLE public.awaken_document IS 'What runs resolved when they began, by the hash of its content; belongs to no thread';
COMMENT ON COLUMN public.awaken_document.hash IS 'SHA-256 of the body';
COMMENT ON COLUMN public.awaken_document.body IS 'JSON without secrets';
COMMENT ON COLUMN public.awaken_document.created_at IS 'when a node last saw to it that the row is there';
CREATE TABLE public.awaken_document_use (
    hash character varying(128) NOT NULL,
    thread_id character varying(257) NOT NULL
);
COMMENT ON TABLE public.awaken_document_use IS 'The threads with runs that are pinned to a document; written by triggers of awaken_run';
CREATE TABLE public.awaken_idempotency (
    tenant character varying(128) NOT NULL,
    subject character varying(256) NOT NULL,
    route character varying(256) NOT NULL,
    idempotency_key character varying(256) NOT NULL,
    request_hash character varying(128) NOT NULL,
    thread_id character varying(257) NOT NULL,
    run_id character varying(128) NOT NULL,
    created_at bigint DEFAULT (floor((EXTRACT(epoch FROM clock_timestamp()) * (1000)::numeric)))::bigint NOT NULL,
    job_id character varying(128)
);
COMMENT ON TABLE public.awaken_idempotency IS 'Keys of requests that were accepted, with what they led to';
COMMENT ON COLUMN public.awaken_idempotency.request_hash IS 'the same key with another request is refused';
COMMENT ON COLUMN public.awaken_idempotency.job_id IS 'that was made for it; null for what was said to a run';
CREATE TABLE public.awaken_inbox (
    thread_id character varying(257) NOT NULL,
    run_id character varying(128) NOT NULL,
    entry_id character varying(128) NOT NULL,
    kind character varying(16) NOT NULL,
    sender character varying(256) NOT NULL,
    body text,
    created_at bigint DEFAULT (floor((EXTRACT(epoch FROM clock_timestamp()) * (1000)::numeric)))::bigint NOT NULL,
    consumed_at bigint,
    place integer DEFAULT 0 NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0.01', autovacuum_vacuum_threshold='1000');
COMMENT ON TABLE public.awaken_inbox IS 'What others want of a run that executes: cancellations first, later steering and decisions';
COMMENT ON COLUMN public.awaken_inbox.entry_id IS 'for a cancellation always cancel';
COMMENT ON COLUMN public.awaken_inbox.sender IS 'who asked for it';
COMMENT ON COLUMN public.awaken_inbox.place IS 'order of arrival within the run';
CREATE TABLE public.awaken_job (
    thread_id character varying(257) NOT NULL,
    job_id character varying(128) NOT NULL,
    run_id character varying(128) NOT NULL,
    status character varying(16) NOT NULL,
    priority integer DEFAULT 128 NOT NULL,
    generation bigint DEFAULT 0 NOT NULL,
    available_at bigint DEFAULT (floor((EXTRACT(epoch FROM clock_timestamp()) * (1000)::numeric)))::bigint NOT NULL,
    attempt_count integer DEFAULT 0 NOT NULL,
    released_count integer DEFAULT 0 NOT NULL,
    max_attempts integer NOT NULL,
    claim_token character varying(128),
    claimed_by character varying(128),
    lease_until bigint,
    dedupe_key character varying(256),
    last_error text,
    input text,
    created_at bigint DEFAULT (floor((EXTRACT(epoch FROM clock_timestamp()) * (1000)::numeric)))::bigint NOT NULL,
    updated_at bigint DEFAULT (floor((EXTRACT(epoch FROM clock_timestamp()) * (1000)::numeric)))::bigint NOT NULL,
    origin character varying(16) DEFAULT 'user'::character varying NOT NULL,
    sender character varying(256),
    deadline_at bigint,
    supersedes character varying(128)
)
WITH (autovacuum_vacuum_scale_factor='0.01', autovacuum_vacuum_threshold='1000', fillfactor='50');
COMMENT ON TABLE public.awaken_job IS 'The mailbox: one row per activation of a run that waits for, or has, a worker';
COMMENT ON COLUMN public.awaken_job.status IS 'queued, claimed, accepted, dead_letter, superseded, cancelled';
COMMENT ON COLUMN public.awaken_job.priority IS '0 first, 255 last';
COMMENT ON COLUMN public.awaken_job.generation IS 'of the thread when it was queued';
COMMENT ON COLUMN public.awaken_job.attempt_count IS 'claims so far';
COMMENT ON COLUMN public.awaken_job.released_count IS 'claims handed back, which count against no limit';
COMMENT ON COLUMN public.awaken_job.claimed_by IS 'the node';
COMMENT ON COLUMN public.awaken_job.lease_until IS 'when others may take the job from its owner';
COMMENT ON COLUMN public.awaken_job.dedupe_key IS 'at most one job of a thread has it';
COMMENT ON COLUMN public.awaken_job.input IS 'messages that the first claim appends, a JSON array; null when there are none left';
COMMENT ON COLUMN public.awaken_job.origin IS 'user, a2a, internal';
COMMENT ON COLUMN public.awaken_job.sender IS 'who sent it, as the origin names them';
COMMENT ON COLUMN public.awaken_job.deadline_at IS 'when the time of its run is used up; from the first claim on';
COMMENT ON COLUMN public.awaken_job.supersedes IS 'the message from which on the thread is superseded when the job is claimed first';
CREATE TABLE public.awaken_lease (
    thread_id character varying(257) NOT NULL,
    job_id character varying(128) NOT NULL,
    run_id character varying(128) NOT NULL,
    tenant_key character varying(257) NOT NULL,
    claim_token character varying(128)
)
WITH (autovacuum_vacuum_scale_factor='0.01', autovacuum_vacuum_threshold='1000');
COMMENT ON TABLE public.awaken_lease IS 'The jobs that are claimed; written by triggers of awaken_job';
COMMENT ON COLUMN public.awaken_lease.tenant_key IS 'what stands before the id in the key of the thread';
CREATE TABLE public.awaken_mcp_subscription (
    tenant character varying(128) NOT NULL,
    session_name character varying(128) NOT NULL,
    uri character varying(256) NOT NULL,
    digest character varying(64) NOT NULL,
    expires_at bigint NOT NULL
);
COMMENT ON TABLE public.awaken_mcp_subscription IS 'Resources that sessions of MCP clients have subscribed to';
COMMENT ON COLUMN public.awaken_mcp_subscription.session_name IS 'as the id of the session says it';
COMMENT ON COLUMN public.awaken_mcp_subscription.digest IS 'of the resource as the client knows it';
COMMENT ON COLUMN public.awaken_mcp_subscription.expires_at IS 'epoch milliseconds of the database';
CREATE TABLE public.awaken_mcp_tool (
    server_id character varying(32) NOT NULL,
    tool_name character varying(128) NOT NULL,
    hash character varying(64) NOT NULL,
    approved_by character varying(256),
    updated_at bigint NOT NULL
);
COMMENT ON TABLE public.awaken_mcp_tool IS 'by which hash each tool of a server was accepted';
COMMENT ON COLUMN public.awaken_mcp_tool.tool_name IS 'as the server calls it';
COMMENT ON COLUMN public.awaken_mcp_tool.hash IS 'SHA-256 of description, schema and annotations';
COMMENT ON COLUMN public.awaken_mcp_tool.approved_by IS 'null for one that was accepted at its first use';
COMMENT ON COLUMN public.awaken_mcp_tool.updated_at IS 'epoch milliseconds';
CREATE TABLE public.awaken_media (
    thread_id character varying(257) NOT NULL,
    media_id character varying(128) NOT NULL,
    part integer NOT NULL,
    media_type character varying(128) NOT NULL,
    size bigint NOT NULL,
    bytes bytea NOT NULL,
    created_at bigint DEFAULT (floor((EXTRACT(epoch FROM clock_timestamp()) * (1000)::numeric)))::bigint NOT NULL
);
ALTER TABLE ONLY public.awaken_media ALTER COLUMN bytes SET STORAGE EXTERNAL;
COMMENT ON TABLE public.awaken_media IS 'Large media that messages of a thread refer to, in parts of 256 KiB';
COMMENT ON COLUMN public.awaken_media.media_id IS 'follows from type and bytes';
COMMENT ON COLUMN public.awaken_media.part IS 'from 0';
COMMENT ON COLUMN public.awaken_media.size IS 'bytes of all parts';
CREATE TABLE public.awaken_message (
    thread_id character varying(257) NOT NULL,
    seq bigint NOT NULL,
    message_id character varying(128) NOT NULL,
    hidden boolean NOT NULL,
    body text NOT NULL,
    created_at bigint DEFAULT (floor((EXTRACT(epoch FROM clock_timestamp()) * (1000)::numeric)))::bigint NOT NULL,
    run_id character varying(128)
);
COMMENT ON TABLE public.awaken_message IS 'The messages of threads; append-only, numbered from 1 without a gap';
COMMENT ON COLUMN public.awaken_message.hidden IS 'for the model only';
COMMENT ON COLUMN public.awaken_message.body IS 'the message as JSON';
COMMENT ON COLUMN public.awaken_message.run_id IS 'the run that it came with; null in rows of before';
CREATE TABLE public.awaken_outbox (
    thread_id character varying(257) NOT NULL,
    entry_id character varying(200) NOT NULL,
    run_id character varying(128) NOT NULL,
    place bigint NOT NULL,
    kind character varying(16) NOT NULL,
    effect_key text,
    payload text,
    claim_token character varying(128),
    attempt integer NOT NULL,
    due_at bigint NOT NULL,
    created_at bigint DEFAULT (floor((EXTRACT(epoch FROM clock_timestamp()) * (1000)::numeric)))::bigint NOT NULL
);
COMMENT ON TABLE public.awaken_outbox IS 'What plugins are told after a commit, until they were told: effects, and ends of runs';
COMMENT ON COLUMN public.awaken_outbox.entry_id IS 'the same in each delivery';
COMMENT ON COLUMN public.awaken_outbox.place IS 'its order among the entries of its thread';
COMMENT ON COLUMN public.awaken_outbox.kind IS 'effect, end, after_run';
COMMENT ON COLUMN public.awaken_outbox.payload IS 'JSON';
COMMENT ON COLUMN public.awaken_outbox.claim_token IS 'of the owner who delivers it as long as the thread is its; null for none';
COMMENT ON COLUMN public.awaken_outbox.attempt IS 'deliveries begun';
COMMENT ON COLUMN public.awaken_outbox.due_at IS 'when others may deliver it';
ALTER TABLE public.awaken_outbox ALTER COLUMN place ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.awaken_outbox_place_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.awaken_profile (
    tenant character varying(128) NOT NULL,
    namespace character varying(128) NOT NULL,
    profile_key character varying(256) NOT NULL,
    body text NOT NULL,
    updated_at bigint NOT NULL
);
COMMENT ON TABLE public.awaken_profile IS 'Values that outlive runs and threads; the last write wins';
COMMENT ON COLUMN public.awaken_profile.namespace IS 'the plugin''s own';
COMMENT ON COLUMN public.awaken_profile.profile_key IS 'a scope, the name of an agent, or free text';
COMMENT ON COLUMN public.awaken_profile.body IS 'the value as JSON';
CREATE TABLE public.awaken_queue (
    thread_id character varying(257) NOT NULL,
    job_id character varying(128) NOT NULL,
    run_id character varying(128) NOT NULL,
    tenant_key character varying(257) NOT NULL,
    priority integer NOT NULL,
    created_at bigint NOT NULL,
    available_at bigint NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0.01', autovacuum_vacuum_threshold='1000');
COMMENT ON TABLE public.awaken_queue IS 'The jobs that are queued; written by triggers of awaken_job';
COMMENT ON COLUMN public.awaken_queue.tenant_key IS 'what stands before the id in the key of the thread';
CREATE TABLE public.awaken_run (
    thread_id character varying(257) NOT NULL,
    run_id character varying(128) NOT NULL,
    agent_id character varying(128) NOT NULL,
    tenant character varying(128) NOT NULL,
    subject character varying(256) NOT NULL,
    roles text,
    parent_run_id character varying(128),
    job_id character varying(128) NOT NULL,
    status character varying(16) NOT NULL,
    termination text,
    final_output text,
    steps integer DEFAULT 0 NOT NULL,
    input_tokens bigint DEFAULT 0 NOT NULL,
    output_tokens bigint DEFAULT 0 NOT NULL,
    created_at bigint DEFAULT (floor((EXTRACT(epoch FROM clock_timestamp()) * (1000)::numeric)))::bigint NOT NULL,
    started_at bigint,
    finished_at bigint,
    updated_at bigint DEFAULT (floor((EXTRACT(epoch FROM clock_timestamp()) * (1000)::numeric)))::bigint NOT NULL,
    frontend_tools text,
    generation bigint DEFAULT 0 NOT NULL,
    events_floor bigint DEFAULT 0 NOT NULL,
    events_floor_epoch bigint DEFAULT 0 NOT NULL,
    events_gone boolean DEFAULT false NOT NULL,
    resolution_hash character varying(128),
    time_left bigint,
    inference_override text,
    cost_amount numeric(38,12),
    cost_currency character varying(3),
    client_input text,
    spec text
)
WITH (fillfactor='50');
COMMENT ON TABLE public.awaken_run IS 'One run of an agent on a thread';
COMMENT ON COLUMN public.awaken_run.subject IS 'on whose behalf';
COMMENT ON COLUMN public.awaken_run.roles IS 'of the subject, a JSON array; null for none';
COMMENT ON COLUMN public.awaken_run.parent_run_id IS 'the run that delegated';
COMMENT ON COLUMN public.awaken_run.status IS 'created, running, waiting, done';
COMMENT ON COLUMN public.awaken_run.termination IS 'why it ended, as JSON; null until it is done';
COMMENT ON COLUMN public.awaken_run.steps IS 'model calls; written at the end';
COMMENT ON COLUMN public.awaken_run.started_at IS 'first claim';
COMMENT ON COLUMN public.awaken_run.frontend_tools IS 'tools that the client executes, a JSON array; null for none';
COMMENT ON COLUMN public.awaken_run.generation IS 'of the thread when it was accepted';
COMMENT ON COLUMN public.awaken_run.events_floor IS 'the last sequence number that was purged';
COMMENT ON COLUMN public.awaken_run.events_floor_epoch IS 'the epoch of that event';
COMMENT ON COLUMN public.awaken_run.events_gone IS 'all events were purged';
COMMENT ON COLUMN public.awaken_run.resolution_hash IS 'the document that the run is pinned to; null where it is not known';
COMMENT ON COLUMN public.awaken_run.time_left IS 'milliseconds that were left when it began to wait; null until then';
COMMENT ON COLUMN public.awaken_run.inference_override IS 'settings of the run''s model calls, a JSON object; null for those of its agent';
COMMENT ON COLUMN public.awaken_run.cost_amount IS 'what the run''s model calls cost; null where no model has prices';
COMMENT ON COLUMN public.awaken_run.cost_currency IS 'of that amount';
COMMENT ON COLUMN public.awaken_run.client_input IS 'instructions and shared state of the run''s client, a JSON object; null for none';
COMMENT ON COLUMN public.awaken_run.spec IS 'what was asked of the run besides what has a column, a JSON object; null for nothing and in earlier rows';
CREATE TABLE public.awaken_secret (
    tenant character varying(128) NOT NULL,
    subject character varying(256) NOT NULL,
    secret_name character varying(128) NOT NULL,
    sealed text NOT NULL,
    version bigint NOT NULL,
    expires_at bigint,
    updated_at bigint NOT NULL
);
COMMENT ON TABLE public.awaken_secret IS 'Secrets of callers for other servers, encrypted with keys that are not in the database';
COMMENT ON COLUMN public.awaken_secret.tenant IS 'empty for the server''s own';
COMMENT ON COLUMN public.awaken_secret.subject IS 'empty for one of tenant or server';
COMMENT ON COLUMN public.awaken_secret.sealed IS 'AES-256-GCM, with the id of its key';
COMMENT ON COLUMN public.awaken_secret.version IS 'raised by each write';
COMMENT ON COLUMN public.awaken_secret.expires_at IS 'epoch milliseconds of the database; null for never';
COMMENT ON COLUMN public.awaken_secret.updated_at IS 'epoch milliseconds of the database';
CREATE TABLE public.awaken_segment (
    thread_id character varying(257) NOT NULL,
    run_id character varying(128) NOT NULL,
    last_seq bigint NOT NULL,
    first_seq bigint NOT NULL,
    epoch bigint NOT NULL,
    commit_id character varying(128),
    body text NOT NULL,
    created_at bigint DEFAULT (floor((EXTRACT(epoch FROM clock_timestamp()) * (1000)::numeric)))::bigint NOT NULL,
    place bigint NOT NULL
);
COMMENT ON TABLE public.awaken_segment IS 'The events of runs, one row per commit; read by the sequence number that a row ends with';
COMMENT ON COLUMN public.awaken_segment.commit_id IS 'null for an ending without an owner';
COMMENT ON COLUMN public.awaken_segment.body IS 'the events as JSON, with a version';
CREATE SEQUENCE public.awaken_segment_place
    START WITH 1099511627776
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.awaken_segment_place OWNED BY public.awaken_segment.place;
CREATE TABLE public.awaken_server_key (
    name character varying(64) NOT NULL,
    secret character varying(256) NOT NULL,
    created_at bigint NOT NULL
);
COMMENT ON TABLE public.awaken_server_key IS 'Secret keys that all nodes of the server share; belong to no tenant';
COMMENT ON COLUMN public.awaken_server_key.name IS 'what the key is for';
COMMENT ON COLUMN public.awaken_server_key.secret IS 'the key, Base64';
COMMENT ON COLUMN public.awaken_server_key.created_at IS 'epoch milliseconds of the database';
CREATE TABLE public.awaken_state (
    thread_id character varying(257) NOT NULL,
    run_id character varying(128) NOT NULL,
    state_key character varying(256) NOT NULL,
    body text NOT NULL,
    updated_at bigint NOT NULL
);
COMMENT ON TABLE public.awaken_state IS 'State of threads and of runs that are not done; one row per value';
COMMENT ON COLUMN public.awaken_state.run_id IS 'empty for what belongs to the thread; rows of a run go when it ends';
COMMENT ON COLUMN public.awaken_state.body IS 'the value as JSON';
CREATE TABLE public.awaken_stretch (
    thread_id character varying(257) NOT NULL,
    first_seq bigint NOT NULL,
    last_seq bigint NOT NULL,
    earlier bigint NOT NULL
);
COMMENT ON TABLE public.awaken_stretch IS 'Current messages of threads between superseded ones';
COMMENT ON COLUMN public.awaken_stretch.earlier IS 'current messages of the thread before the first';
CREATE TABLE public.awaken_suspension (
    thread_id character varying(257) NOT NULL,
    run_id character varying(128) NOT NULL,
    call_id character varying(256) NOT NULL,
    ordinal integer NOT NULL,
    suspension_id character varying(128) NOT NULL,
    kind character varying(16) NOT NULL,
    status character varying(16) NOT NULL,
    ticket text NOT NULL,
    arguments_hash character varying(128) NOT NULL,
    expires_at bigint,
    decision text,
    decided_by character varying(256),
    decided_at bigint,
    created_at bigint DEFAULT (floor((EXTRACT(epoch FROM clock_timestamp()) * (1000)::numeric)))::bigint NOT NULL,
    place integer NOT NULL,
    tenant character varying(128) NOT NULL,
    requester character varying(256) NOT NULL,
    agent_id character varying(128) NOT NULL,
    tool_name character varying(256),
    asked_by character varying(128),
    action character varying(128),
    batch boolean NOT NULL,
    approver character varying(264)
);
COMMENT ON TABLE public.awaken_suspension IS 'Tool calls that wait for a decision';
COMMENT ON COLUMN public.awaken_suspension.ordinal IS 'of the arguments';
COMMENT ON COLUMN public.awaken_suspension.kind IS 'approval, input, child';
COMMENT ON COLUMN public.awaken_suspension.status IS 'open, decided, consumed, cancelled, expired';
COMMENT ON COLUMN public.awaken_suspension.ticket IS 'what is asked, as JSON';
COMMENT ON COLUMN public.awaken_suspension.arguments_hash IS 'a decision holds for these arguments only';
COMMENT ON COLUMN public.awaken_suspension.place IS 'among the questions of its commit';
COMMENT ON COLUMN public.awaken_suspension.requester IS 'the subject on whose behalf the run acts';
COMMENT ON COLUMN public.awaken_suspension.agent_id IS 'the agent that called';
COMMENT ON COLUMN public.awaken_suspension.asked_by IS 'the plugin whose gate asks; null when none does';
COMMENT ON COLUMN public.awaken_suspension.action IS 'what kind of answer is wanted, its beginning';
COMMENT ON COLUMN public.awaken_suspension.batch IS 'decisions count only when every question of the run has one';
COMMENT ON COLUMN public.awaken_suspension.approver IS 'who may decide it besides those of its thread: r: and a role, o: and a role or nothing for others than the requester';
CREATE TABLE public.awaken_system_message (
    thread_id character varying(257) NOT NULL,
    seq bigint NOT NULL
);
COMMENT ON TABLE public.awaken_system_message IS 'Where the system messages of threads are, which every run reads; few threads have any';
CREATE TABLE public.awaken_thread (
    thread_id character varying(257) NOT NULL,
    tenant character varying(128) NOT NULL,
    owner character varying(256) NOT NULL,
    title character varying(1024),
    resource_id character varying(512),
    parent_thread_id character varying(257),
    custom text,
    slot_job character varying(128),
    slot_token character varying(128),
    epoch bigint DEFAULT 0 NOT NULL,
    open_run character varying(128),
    latest_run character varying(128),
    generation bigint DEFAULT 0 NOT NULL,
    message_count bigint DEFAULT 0 NOT NULL,
    commit_id character varying(128),
    created_at bigint DEFAULT (floor((EXTRACT(epoch FROM clock_timestamp()) * (1000)::numeric)))::bigint NOT NULL,
    updated_at bigint DEFAULT (floor((EXTRACT(epoch FROM clock_timestamp()) * (1000)::numeric)))::bigint NOT NULL,
    events_floor bigint DEFAULT 0 NOT NULL,
    message_bytes bigint,
    tail_after bigint DEFAULT 0 NOT NULL,
    tail_earlier bigint DEFAULT 0 NOT NULL,
    sharing character varying(16384)
)
WITH (fillfactor='50');
COMMENT ON TABLE public.awaken_thread IS 'A conversation; its row is the lock and the fence of everything in it';
COMMENT ON COLUMN public.awaken_thread.tenant IS 'owns everything in the thread';
COMMENT ON COLUMN public.awaken_thread.owner IS 'the subject that created it';
COMMENT ON COLUMN public.awaken_thread.resource_id IS 'what it belongs to outside';
COMMENT ON COLUMN public.awaken_thread.custom IS 'free metadata as JSON; null for none';
COMMENT ON COLUMN public.awaken_thread.slot_job IS 'the job that executes now';
COMMENT ON COLUMN public.awaken_thread.slot_token IS 'the claim that owns the thread';
COMMENT ON COLUMN public.awaken_thread.epoch IS 'raised by every claim and by every ending without an owner';
COMMENT ON COLUMN public.awaken_thread.open_run IS 'the run that is not done and keeps the thread';
COMMENT ON COLUMN public.awaken_thread.latest_run IS 'the run submitted last';
COMMENT ON COLUMN public.awaken_thread.generation IS 'raised by an interrupt';
COMMENT ON COLUMN public.awaken_thread.message_count IS 'also the sequence number of the last message';
COMMENT ON COLUMN public.awaken_thread.commit_id IS 'the last commit, to look up one whose answer was lost';
COMMENT ON COLUMN public.awaken_thread.events_floor IS 'the place up to which commits were purged';
COMMENT ON COLUMN public.awaken_thread.message_bytes IS 'size of the messages; null: not counted yet';
COMMENT ON COLUMN public.awaken_thread.tail_after IS 'the last superseded message; 0 when none is';
COMMENT ON COLUMN public.awaken_thread.tail_earlier IS 'current messages before the tail';
COMMENT ON COLUMN public.awaken_thread.sharing IS 'who else may use it: null for nobody, tenant for all of its tenant, otherwise a line for each action and name';
CREATE TABLE public.awaken_waiting_run (
    thread_id character varying(257) NOT NULL,
    run_id character varying(128) NOT NULL,
    tenant_key character varying(257) NOT NULL
);
COMMENT ON TABLE public.awaken_waiting_run IS 'The runs that wait for a decision; written by triggers of awaken_run';
COMMENT ON COLUMN public.awaken_waiting_run.tenant_key IS 'what stands before the id in the key of the thread';
CREATE TABLE public.databasechangelog (
    id character varying(255) NOT NULL,
    author character varying(255) NOT NULL,
    filename character varying(255) NOT NULL,
    dateexecuted timestamp without time zone NOT NULL,
    orderexecuted integer NOT NULL,
    exectype character varying(10) NOT NULL,
    md5sum character varying(35),
    description character varying(255),
    comments character varying(255),
    tag character varying(255),
    liquibase character varying(20),
    contexts character varying(255),
    labels character varying(255),
    deployment_id character varying(10)
);
CREATE TABLE public.databasechangeloglock (
    id integer NOT NULL,
    locked boolean NOT NULL,
    lockgranted timestamp without time zone,
    lockedby character varying(255)
);
ALTER TABLE ONLY public.awaken_segment ALTER COLUMN place SET DEFAULT nextval('public.awaken_segment_place'::regclass);
INSERT INTO public.awaken_call VALUES ('default-live', 'run-default-live', 'c-1', 1, 0, 'book', '{"city":"Paris"}', 'running', 1, 1795416669479, 0);
INSERT INTO public.awaken_call VALUES ('default-waiting', 'run-default-waiting', 'c-1', 1, 0, 'book', '{"city":"Paris"}', 'suspended', 0, 1795416669804, 0);
INSERT INTO public.awaken_call VALUES ('acme/acme-live', 'run-acme-live', 'c-1', 1, 0, 'book', '{"city":"Paris"}', 'running', 1, 1795416673247, 0);
INSERT INTO public.awaken_call VALUES ('acme/acme-waiting', 'run-acme-waiting', 'c-1', 1, 0, 'book', '{"city":"Paris"}', 'suspended', 0, 1795416673552, 0);
INSERT INTO public.awaken_dead_letter VALUES ('default-dead', 'job-default-dead');
INSERT INTO public.awaken_dead_letter VALUES ('acme/acme-dead', 'job-acme-dead');
INSERT INTO public.awaken_dedupe VALUES ('zeta/zeta-keys', 'chosen:once', 'job-zeta-keyed');
INSERT INTO public.awaken_idempotency VALUES ('default', 'dora', 'POST /v1/runs', 'key', 'hash', 'default-queued', 'run-default-queued', 1795416669954, 'job-default-queued');
INSERT INTO public.awaken_idempotency VALUES ('acme', 'ann', 'POST /v1/runs', 'key', 'hash', 'acme/acme-queued', 'run-acme-queued', 1795416673876, 'job-acme-queued');
INSERT INTO public.awaken_inbox VALUES ('default-live', 'run-default-live', 'run-default-said-live', 'steer', 'max', '{"agent_id":"helper","caller":{"tenant":"default","subject":"max","roles":[]},"messages":[{"id":"in-run-default-said-live","role":"user","content":[{"type":"text","text":"and this"}]}]}', 1795416669562, NULL, 0);
INSERT INTO public.awaken_inbox VALUES ('default-waiting', 'run-default-waiting', 'run-default-said-waiting', 'steer', 'max', '{"agent_id":"helper","caller":{"tenant":"default","subject":"max","roles":[]},"messages":[{"id":"in-run-default-said-waiting","role":"user","content":[{"type":"text","text":"and this"}]}]}', 1795416669832, NULL, 0);
INSERT INTO public.awaken_inbox VALUES ('acme/acme-live', 'run-acme-live', 'run-acme-said-live', 'steer', 'rob', '{"agent_id":"helper","caller":{"tenant":"acme","subject":"rob","roles":[]},"messages":[{"id":"in-run-acme-said-live","role":"user","content":[{"type":"text","text":"and this"}]}]}', 1795416673332, NULL, 0);
INSERT INTO public.awaken_inbox VALUES ('acme/acme-waiting', 'run-acme-waiting', 'run-acme-said-waiting', 'steer', 'rob', '{"agent_id":"helper","caller":{"tenant":"acme","subject":"rob","roles":[]},"messages":[{"id":"in-run-acme-said-waiting","role":"user","content":[{"type":"text","text":"and this"}]}]}', 1795416673615, NULL, 0);
INSERT INTO public.awaken_job VALUES ('default-live', 'job-default-live', 'run-default-live', 'claimed', 128, 0, 1795416668271, 1, 0, 3, 'token-default-live', 'node-1', 1795416698271, NULL, NULL, '[{"id":"in-default-live","role":"user","content":[{"type":"text","text":"hello live"}]}]', 1795416668271, 1795416668271, 'user', NULL, 1795420268271, NULL);
INSERT INTO public.awaken_job VALUES ('default-waiting', 'job-default-waiting', 'run-default-waiting', 'accepted', 128, 0, 1795416669677, 1, 0, 3, NULL, 'node-1', NULL, NULL, NULL, '[{"id":"in-default-waiting","role":"user","content":[{"type":"text","text":"hello waiting"}]}]', 1795416669677, 1795416669786, 'user', NULL, NULL, NULL);
INSERT INTO public.awaken_job VALUES ('default-queued', 'job-default-queued', 'run-default-queued', 'queued', 128, 0, 1795416669895, 0, 0, 3, NULL, NULL, NULL, NULL, NULL, '[{"id":"in-default-queued","role":"user","content":[{"type":"text","text":"hello queued"}]}]', 1795416669895, 1795416669895, 'user', NULL, NULL, NULL);
INSERT INTO public.awaken_job VALUES ('default-dead', 'job-default-dead', 'run-default-dead', 'dead_letter', 128, 0, 1795416672015, 1, 0, 3, NULL, 'node-1', NULL, NULL, 'Broken: for good', '[{"id":"in-default-dead","role":"user","content":[{"type":"text","text":"hello dead"}]}]', 1795416672015, 1795416672188, 'user', NULL, NULL, NULL);
INSERT INTO public.awaken_job VALUES ('default-done', 'job-default-done', 'run-default-done', 'accepted', 128, 0, 1795416672910, 1, 0, 3, NULL, 'node-1', NULL, NULL, NULL, NULL, 1795416672910, 1795416673083, 'user', NULL, NULL, NULL);
INSERT INTO public.awaken_job VALUES ('acme/acme-live', 'job-acme-live', 'run-acme-live', 'claimed', 128, 0, 1795416673129, 1, 0, 3, 'token-acme-live', 'node-1', 1795416703129, NULL, NULL, '[{"id":"in-acme-live","role":"user","content":[{"type":"text","text":"hello live"}]}]', 1795416673129, 1795416673129, 'user', NULL, 1795420273129, NULL);
INSERT INTO public.awaken_job VALUES ('acme/acme-queued', 'job-acme-queued', 'run-acme-queued', 'queued', 128, 0, 1795416673811, 0, 0, 3, NULL, NULL, NULL, NULL, NULL, '[{"id":"in-acme-queued","role":"user","content":[{"type":"text","text":"hello queued"}]}]', 1795416673811, 1795416673811, 'user', NULL, NULL, NULL);
INSERT INTO public.awaken_job VALUES ('acme/acme-waiting', 'job-acme-waiting', 'run-acme-waiting', 'accepted', 128, 0, 1795416673445, 1, 0, 3, NULL, 'node-1', NULL, NULL, NULL, '[{"id":"in-acme-waiting","role":"user","content":[{"type":"text","text":"hello waiting"}]}]', 1795416673445, 1795416673543, 'user', NULL, NULL, NULL);
INSERT INTO public.awaken_job VALUES ('acme/acme-dead', 'job-acme-dead', 'run-acme-dead', 'dead_letter', 128, 0, 1795416674040, 1, 0, 3, NULL, 'node-1', NULL, NULL, 'Broken: for good', '[{"id":"in-acme-dead","role":"user","content":[{"type":"text","text":"hello dead"}]}]', 1795416674040, 1795416674184, 'user', NULL, NULL, NULL);
INSERT INTO public.awaken_job VALUES ('acme/acme-done', 'job-acme-done', 'run-acme-done', 'accepted', 128, 0, 1795416674374, 1, 0, 3, NULL, 'node-1', NULL, NULL, NULL, NULL, 1795416674374, 1795416674661, 'user', NULL, NULL, NULL);
INSERT INTO public.awaken_job VALUES ('zeta/zeta-keys', 'job-zeta-keyed', 'run-zeta-keyed', 'queued', 7, 0, 1795655577118, 0, 0, 3, NULL, NULL, NULL, 'chosen:once', NULL, '[{"id":"in-zeta-keyed","role":"user","content":[{"type":"text","text":"hello keyed"}],"sender":"zoe"}]', 1795655577118, 1795655577118, 'user', NULL, NULL, NULL);
INSERT INTO public.awaken_job VALUES ('zeta/zeta-keys', 'job-zeta-late', 'run-zeta-late', 'queued', 128, 0, 1795655577325, 0, 0, 3, NULL, NULL, NULL, NULL, NULL, '[{"id":"in-zeta-late","role":"user","content":[{"type":"text","text":"hello late"}],"sender":"zoe"}]', 1795655577325, 1795655577325, 'user', NULL, NULL, NULL);
INSERT INTO public.awaken_lease VALUES ('default-live', 'job-default-live', 'run-default-live', '', 'token-default-live');
INSERT INTO public.awaken_lease VALUES ('acme/acme-live', 'job-acme-live', 'run-acme-live', 'acme', 'token-acme-live');
INSERT INTO public.awaken_message VALUES ('default-live', 1, 'in-default-live', false, '{"id":"in-default-live","role":"user","content":[{"type":"text","text":"hello live"}]}', 1795416669299, 'run-default-live');
INSERT INTO public.awaken_message VALUES ('default-live', 2, 'm-default', false, '{"id":"m-default","role":"assistant","content":[{"type":"text","text":"so far"}],"metadata":{"run_id":"run-default-live","step_index":1,"sender_agent_id":"helper"}}', 1795416669469, 'run-default-live');
INSERT INTO public.awaken_message VALUES ('default-waiting', 1, 'in-default-waiting', false, '{"id":"in-default-waiting","role":"user","content":[{"type":"text","text":"hello waiting"}]}', 1795416669709, 'run-default-waiting');
INSERT INTO public.awaken_message VALUES ('default-dead', 1, 'in-default-dead', false, '{"id":"in-default-dead","role":"user","content":[{"type":"text","text":"hello dead"}]}', 1795416672058, 'run-default-dead');
INSERT INTO public.awaken_message VALUES ('default-done', 1, 'in-default-done', false, '{"id":"in-default-done","role":"user","content":[{"type":"text","text":"hello done"}]}', 1795416672981, 'run-default-done');
INSERT INTO public.awaken_message VALUES ('acme/acme-live', 1, 'in-acme-live', false, '{"id":"in-acme-live","role":"user","content":[{"type":"text","text":"hello live"}]}', 1795416673166, 'run-acme-live');
INSERT INTO public.awaken_message VALUES ('acme/acme-live', 2, 'm-acme', false, '{"id":"m-acme","role":"assistant","content":[{"type":"text","text":"so far"}],"metadata":{"run_id":"run-acme-live","step_index":1,"sender_agent_id":"helper"}}', 1795416673240, 'run-acme-live');
INSERT INTO public.awaken_message VALUES ('acme/acme-waiting', 1, 'in-acme-waiting', false, '{"id":"in-acme-waiting","role":"user","content":[{"type":"text","text":"hello waiting"}]}', 1795416673471, 'run-acme-waiting');
INSERT INTO public.awaken_message VALUES ('acme/acme-dead', 1, 'in-acme-dead', false, '{"id":"in-acme-dead","role":"user","content":[{"type":"text","text":"hello dead"}]}', 1795416674073, 'run-acme-dead');
INSERT INTO public.awaken_message VALUES ('acme/acme-done', 1, 'in-acme-done', false, '{"id":"in-acme-done","role":"user","content":[{"type":"text","text":"hello done"}]}', 1795416674583, 'run-acme-done');
INSERT INTO public.awaken_queue VALUES ('default-queued', 'job-default-queued', 'run-default-queued', '', 128, 1795416669895, 1795416669895);
INSERT INTO public.awaken_queue VALUES ('acme/acme-queued', 'job-acme-queued', 'run-acme-queued', 'acme', 128, 1795416673811, 1795416673811);
INSERT INTO public.awaken_queue VALUES ('zeta/zeta-keys', 'job-zeta-keyed', 'run-zeta-keyed', 'zeta', 7, 1795655577118, 1795655577118);
INSERT INTO public.awaken_queue VALUES ('zeta/zeta-keys', 'job-zeta-late', 'run-zeta-late', 'zeta', 128, 1795655577325, 1795655577325);
INSERT INTO public.awaken_run VALUES ('default-live', 'run-default-live', 'helper', 'default', 'dora', '["user"]', NULL, 'job-default-live', 'running', NULL, NULL, 0, 0, 0, 1795416668271, 1795416668271, NULL, 1795416668271, NULL, 0, 0, 0, false, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.awaken_run VALUES ('default-waiting', 'run-default-waiting', 'helper', 'default', 'dora', '["user"]', NULL, 'job-default-waiting', 'waiting', NULL, NULL, 0, 0, 0, 1795416669677, 1795416669677, NULL, 1795416669785, NULL, 0, 0, 0, false, NULL, 3599892, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.awaken_run VALUES ('default-queued', 'run-default-queued', 'helper', 'default', 'dora', '["user"]', NULL, 'job-default-queued', 'created', NULL, NULL, 0, 0, 0, 1795416669895, NULL, NULL, 1795416669895, NULL, 0, 0, 0, false, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.awaken_run VALUES ('default-dead', 'run-default-dead', 'helper', 'default', 'dora', '["user"]', NULL, 'job-default-dead', 'done', '{"type":"error","value":"the run cannot be executed"}', NULL, 0, 0, 0, 1795416672015, 1795416672015, 1795416672315, 1795416672315, NULL, 0, 0, 0, false, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.awaken_run VALUES ('default-done', 'run-default-done', 'helper', 'default', 'dora', '["user"]', NULL, 'job-default-done', 'done', '{"type":"natural_end"}', 'done', 2, 30, 12, 1795416672910, 1795416672910, 1795416673076, 1795416673076, NULL, 0, 0, 0, false, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.awaken_run VALUES ('acme/acme-live', 'run-acme-live', 'helper', 'acme', 'ann', '["user"]', NULL, 'job-acme-live', 'running', NULL, NULL, 0, 0, 0, 1795416673129, 1795416673129, NULL, 1795416673129, NULL, 0, 0, 0, false, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.awaken_run VALUES ('acme/acme-queued', 'run-acme-queued', 'helper', 'acme', 'ann', '["user"]', NULL, 'job-acme-queued', 'created', NULL, NULL, 0, 0, 0, 1795416673811, NULL, NULL, 1795416673811, NULL, 0, 0, 0, false, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.awaken_run VALUES ('acme/acme-waiting', 'run-acme-waiting', 'helper', 'acme', 'ann', '["user"]', NULL, 'job-acme-waiting', 'waiting', NULL, NULL, 0, 0, 0, 1795416673445, 1795416673445, NULL, 1795416673542, NULL, 0, 0, 0, false, NULL, 3599903, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.awaken_run VALUES ('acme/acme-dead', 'run-acme-dead', 'helper', 'acme', 'ann', '["user"]', NULL, 'job-acme-dead', 'done', '{"type":"error","value":"the run cannot be executed"}', NULL, 0, 0, 0, 1795416674040, 1795416674040, 1795416674241, 1795416674241, NULL, 0, 0, 0, false, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.awaken_run VALUES ('acme/acme-done', 'run-acme-done', 'helper', 'acme', 'ann', '["user"]', NULL, 'job-acme-done', 'done', '{"type":"natural_end"}', 'done', 2, 30, 12, 1795416674374, 1795416674374, 1795416674656, 1795416674656, NULL, 0, 0, 0, false, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.awaken_run VALUES ('zeta/zeta-keys', 'run-zeta-keyed', 'helper', 'zeta', 'zoe', '["user"]', NULL, 'job-zeta-keyed', 'created', NULL, NULL, 0, 0, 0, 1795655577118, NULL, NULL, 1795655577118, NULL, 0, 0, 0, false, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.awaken_run VALUES ('zeta/zeta-keys', 'run-zeta-late', 'helper', 'zeta', 'zoe', '["user"]', NULL, 'job-zeta-late', 'created', NULL, NULL, 0, 0, 0, 1795655577325, NULL, NULL, 1795655577325, NULL, 0, 0, 0, false, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.awaken_segment VALUES ('default-live', 'run-default-live', 2, 1, 1, 'commit-default-live', '{"version":1,"entries":[{"at":1700000000000,"event":{"event_type":"run_start","thread_id":"default-live","run_id":"run-default-live"}},{"at":1700000000000,"event":{"event_type":"text_delta","delta":"so far"}}]}', 1795416669483, 1099511627776);
INSERT INTO public.awaken_segment VALUES ('default-waiting', 'run-default-waiting', 1, 1, 1, 'commit-default-waiting', '{"version":1,"entries":[{"at":1700000000000,"event":{"event_type":"run_start","thread_id":"default-waiting","run_id":"run-default-waiting"}}]}', 1795416669805, 1099511627777);
INSERT INTO public.awaken_segment VALUES ('default-dead', 'run-default-dead', 2, 1, 2, NULL, '{"version":1,"entries":[{"at":1795416672236,"event":{"event_type":"run_start","thread_id":"default-dead","run_id":"run-default-dead"}},{"at":1795416672236,"event":{"event_type":"run_finish","thread_id":"default-dead","run_id":"run-default-dead","termination":{"type":"error","value":"the run cannot be executed"}}}]}', 1795416672814, 1099511627778);
INSERT INTO public.awaken_segment VALUES ('acme/acme-live', 'run-acme-live', 2, 1, 1, 'commit-acme-live', '{"version":1,"entries":[{"at":1700000000000,"event":{"event_type":"run_start","thread_id":"acme-live","run_id":"run-acme-live"}},{"at":1700000000000,"event":{"event_type":"text_delta","delta":"so far"}}]}', 1795416673268, 1099511627779);
INSERT INTO public.awaken_segment VALUES ('acme/acme-waiting', 'run-acme-waiting', 1, 1, 1, 'commit-acme-waiting', '{"version":1,"entries":[{"at":1700000000000,"event":{"event_type":"run_start","thread_id":"acme-waiting","run_id":"run-acme-waiting"}}]}', 1795416673554, 1099511627780);
INSERT INTO public.awaken_segment VALUES ('acme/acme-dead', 'run-acme-dead', 2, 1, 2, NULL, '{"version":1,"entries":[{"at":1795416674198,"event":{"event_type":"run_start","thread_id":"acme-dead","run_id":"run-acme-dead"}},{"at":1795416674198,"event":{"event_type":"run_finish","thread_id":"acme-dead","run_id":"run-acme-dead","termination":{"type":"error","value":"the run cannot be executed"}}}]}', 1795416674287, 1099511627781);
INSERT INTO public.awaken_state VALUES ('default-live', '', 'basket', '"pears"', 1795416669384);
INSERT INTO public.awaken_state VALUES ('acme/acme-live', '', 'basket', '"pears"', 1795416673209);
INSERT INTO public.awaken_suspension VALUES ('default-waiting', 'run-default-waiting', 'c-1', 1, 'ask_c-1', 'approval', 'open', '{"suspension":{"id":"ask_c-1","action":"tool:confirm","message":"May I?"},"pending":{"id":"c-1","name":"book","arguments":{"city":"Paris"}},"resume_mode":"replay_tool_call","approver":{"other_than_requester":true}}', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', NULL, NULL, NULL, NULL, 1795416669802, 0, 'default', 'dora', 'helper', 'book', 'permission', 'tool:confirm', false, NULL);
INSERT INTO public.awaken_suspension VALUES ('acme/acme-waiting', 'run-acme-waiting', 'c-1', 1, 'ask_c-1', 'approval', 'open', '{"suspension":{"id":"ask_c-1","action":"tool:confirm","message":"May I?"},"pending":{"id":"c-1","name":"book","arguments":{"city":"Paris"}},"resume_mode":"replay_tool_call","approver":{"other_than_requester":true}}', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', NULL, NULL, NULL, NULL, 1795416673545, 0, 'acme', 'ann', 'helper', 'book', 'permission', 'tool:confirm', false, NULL);
INSERT INTO public.awaken_thread VALUES ('default-live', 'default', 'dora', NULL, NULL, NULL, NULL, 'job-default-live', 'token-default-live', 1, 'run-default-live', 'run-default-live', 0, 2, 'commit-default-live', 1795416668271, 1795416669623, 0, NULL, 0, 0, 'tenant');
INSERT INTO public.awaken_thread VALUES ('default-queued', 'default', 'dora', NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL, 'run-default-queued', 0, 0, NULL, 1795416669895, 1795416669895, 0, NULL, 0, 0, 'tenant');
INSERT INTO public.awaken_thread VALUES ('default-waiting', 'default', 'dora', NULL, NULL, NULL, NULL, NULL, NULL, 1, 'run-default-waiting', 'run-default-waiting', 0, 1, 'commit-default-waiting', 1795416669677, 1795416669841, 0, NULL, 0, 0, 'tenant');
INSERT INTO public.awaken_thread VALUES ('default-dead', 'default', 'dora', 'Given up', 'customer/7', 'default-waiting', NULL, NULL, NULL, 2, NULL, 'run-default-dead', 0, 1, NULL, 1795416670022, 1795416672212, 0, NULL, 0, 0, 'tenant');
INSERT INTO public.awaken_thread VALUES ('default-done', 'default', 'dora', NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, 'run-default-done', 0, 1, 'commit-default-done', 1795416672910, 1795416673039, 0, NULL, 0, 0, 'tenant');
INSERT INTO public.awaken_thread VALUES ('acme/acme-live', 'acme', 'ann', NULL, NULL, NULL, NULL, 'job-acme-live', 'token-acme-live', 1, 'run-acme-live', 'run-acme-live', 0, 2, 'commit-acme-live', 1795416673129, 1795416673380, 0, NULL, 0, 0, 'tenant');
INSERT INTO public.awaken_thread VALUES ('acme/acme-queued', 'acme', 'ann', NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL, 'run-acme-queued', 0, 0, NULL, 1795416673811, 1795416673811, 0, NULL, 0, 0, 'tenant');
INSERT INTO public.awaken_thread VALUES ('acme/acme-waiting', 'acme', 'ann', NULL, NULL, NULL, NULL, NULL, NULL, 1, 'run-acme-waiting', 'run-acme-waiting', 0, 1, 'commit-acme-waiting', 1795416673445, 1795416673658, 0, NULL, 0, 0, 'tenant');
INSERT INTO public.awaken_thread VALUES ('acme/acme-dead', 'acme', 'ann', 'Given up', 'customer/7', 'acme/acme-waiting', NULL, NULL, NULL, 2, NULL, 'run-acme-dead', 0, 1, NULL, 1795416673949, 1795416674197, 0, NULL, 0, 0, 'tenant');
INSERT INTO public.awaken_thread VALUES ('acme/acme-done', 'acme', 'ann', NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, 'run-acme-done', 0, 1, 'commit-acme-done', 1795416674374, 1795416674654, 0, NULL, 0, 0, 'tenant');
INSERT INTO public.awaken_thread VALUES ('zeta/zeta-keys', 'zeta', 'zoe', NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL, 'run-zeta-late', 0, 0, NULL, 1795655577118, 1795655577331, 0, 0, 0, 0, 'tenant');
INSERT INTO public.awaken_waiting_run VALUES ('default-waiting', 'run-default-waiting', '');
INSERT INTO public.awaken_waiting_run VALUES ('acme/acme-waiting', 'run-acme-waiting', 'acme');
INSERT INTO public.databasechangelog VALUES ('thread', 'awaken', 'io/awaken/liquibase/0001-first.xml', '2026-11-23 06:50:35.33559', 1, 'EXECUTED', '9:60a7df166f7b26a0a85909880bcd8e5d', 'createTable tableName=awaken_thread; createIndex indexName=awaken_thread_by_tenant, tableName=awaken_thread', '', NULL, '4.33.0', NULL, NULL, '5416620593');
INSERT INTO public.databasechangelog VALUES ('run', 'awaken', 'io/awaken/liquibase/0001-first.xml', '2026-11-23 06:50:36.571828', 2, 'EXECUTED', '9:8bf8fb97a4950f1738c264c310ddb692', 'createTable tableName=awaken_run; createIndex indexName=awaken_run_by_id, tableName=awaken_run; createIndex indexName=awaken_run_by_parent, tableName=awaken_run', '', NULL, '4.33.0', NULL, NULL, '5416620593');
INSERT INTO public.databasechangelog VALUES ('message', 'awaken', 'io/awaken/liquibase/0001-first.xml', '2026-11-23 06:50:36.788278', 3, 'EXECUTED', '9:a7bb25cf96cd9b2ad4178dab1da7831b', 'createTable tableName=awaken_message', '', NULL, '4.33.0', NULL, NULL, '5416620593');
INSERT INTO public.databasechangelog VALUES ('job', 'awaken', 'io/awaken/liquibase/0001-first.xml', '2026-11-23 06:50:37.604072', 4, 'EXECUTED', '9:8a2e7ed7f73279caf0972cf385d4c853', 'createTable tableName=awaken_job; addUniqueConstraint constraintName=awaken_job_dedupe, tableName=awaken_job; createIndex indexName=awaken_job_of_thread, tableName=awaken_job; createIndex indexName=awaken_job_due, tableName=awaken_job; createIndex...', '', NULL, '4.33.0', NULL, NULL, '5416620593');
INSERT INTO public.databasechangelog VALUES ('call', 'awaken', 'io/awaken/liquibase/0001-first.xml', '2026-11-23 06:50:37.819814', 5, 'EXECUTED', '9:1bf7070fa39ea5aef0f0c318c297b361', 'createTable tableName=awaken_call', '', NULL, '4.33.0', NULL, NULL, '5416620593');
INSERT INTO public.databasechangelog VALUES ('segment', 'awaken', 'io/awaken/liquibase/0001-first.xml', '2026-11-23 06:50:38.070588', 6, 'EXECUTED', '9:979359f3b4fe26f4a93096a6b3984450', 'createTable tableName=awaken_segment', '', NULL, '4.33.0', NULL, NULL, '5416620593');
INSERT INTO public.databasechangelog VALUES ('inbox', 'awaken', 'io/awaken/liquibase/0001-first.xml', '2026-11-23 06:50:38.266641', 7, 'EXECUTED', '9:98d00b38c821f63c4494c9a76865016b', 'createTable tableName=awaken_inbox', '', NULL, '4.33.0', NULL, NULL, '5416620593');
INSERT INTO public.databasechangelog VALUES ('suspension', 'awaken', 'io/awaken/liquibase/0001-first.xml', '2026-11-23 06:50:38.583774', 8, 'EXECUTED', '9:b377a9277814e28c165a9c04b7614c6e', 'createTable tableName=awaken_suspension; createIndex indexName=awaken_suspension_by_ticket, tableName=awaken_suspension; createIndex indexName=awaken_suspension_expiry, tableName=awaken_suspension', '', NULL, '4.33.0', NULL, NULL, '5416620593');
INSERT INTO public.databasechangelog VALUES ('idempotency', 'awaken', 'io/awaken/liquibase/0001-first.xml', '2026-11-23 06:50:38.764612', 9, 'EXECUTED', '9:d7fb89e819914babc0f297da6ec7499c', 'createTable tableName=awaken_idempotency; createIndex indexName=awaken_idempotency_age, tableName=awaken_idempotency', '', NULL, '4.33.0', NULL, NULL, '5416620593');
INSERT INTO public.databasechangelog VALUES ('state', 'awaken', 'io/awaken/liquibase/0002-state.xml', '2026-11-23 06:50:38.803034', 10, 'EXECUTED', '9:6cf1dc047a37812be9dcbe81c5da47d3', 'createTable tableName=awaken_state', '', NULL, '4.33.0', NULL, NULL, '5416620593');
INSERT INTO public.databasechangelog VALUES ('profile', 'awaken', 'io/awaken/liquibase/0002-state.xml', '2026-11-23 06:50:38.883312', 11, 'EXECUTED', '9:69b44cc3c6894fcc78650b994019b8a9', 'createTable tableName=awaken_profile', '', NULL, '4.33.0', NULL, NULL, '5416620593');
INSERT INTO public.databasechangelog VALUES ('suspension-key', 'awaken', 'io/awaken/liquibase/0003-suspension.xml', '2026-11-23 06:50:38.925509', 12, 'EXECUTED', '9:bb816bb1d48357dab08b35ede3238508', 'dropIndex indexName=awaken_suspension_by_ticket, tableName=awaken_suspension; renameColumn newColumnName=ordinal, oldColumnName=revision, tableName=awaken_suspension; renameColumn newColumnName=suspension_id, oldColumnName=ticket_id, tableName=awa...', '', NULL, '4.33.0', NULL, NULL, '5416620593');
INSERT INTO public.databasechangelog VALUES ('suspension-question', 'awaken', 'io/awaken/liquibase/0003-suspension.xml', '2026-11-23 06:50:39.069286', 13, 'EXECUTED', '9:5622818f4e761429c24858432b8a2dc0', 'addColumn tableName=awaken_suspension; createIndex indexName=awaken_suspension_inbox, tableName=awaken_suspension', '', NULL, '4.33.0', NULL, NULL, '5416620593');
INSERT INTO public.databasechangelog VALUES ('call-revision', 'awaken', 'io/awaken/liquibase/0003-suspension.xml', '2026-11-23 06:50:39.135768', 14, 'EXECUTED', '9:e761e447e71930ff53a12cb9c2b154c8', 'addColumn tableName=awaken_call', '', NULL, '4.33.0', NULL, NULL, '5416620593');
INSERT INTO public.databasechangelog VALUES ('inbox-place', 'awaken', 'io/awaken/liquibase/0003-suspension.xml', '2026-11-23 06:50:39.203781', 15, 'EXECUTED', '9:46b6435d36a59bd854af544cebc2226c', 'addColumn tableName=awaken_inbox', '', NULL, '4.33.0', NULL, NULL, '5416620593');
INSERT INTO public.databasechangelog VALUES ('frontend-tools', 'awaken', 'io/awaken/liquibase/0004-frontend-tools.xml', '2026-11-23 06:50:39.293029', 16, 'EXECUTED', '9:794c4444646b03de1d3537a50fd10ccd', 'addColumn tableName=awaken_run', '', NULL, '4.33.0', NULL, NULL, '5416620593');
INSERT INTO public.databasechangelog VALUES ('job-order', 'awaken', 'io/awaken/liquibase/0005-mailbox.xml', '2026-11-23 06:50:39.397528', 17, 'EXECUTED', '9:0cd0cb13b89d1defce5094b6716c8403', 'dropIndex indexName=awaken_job_due, tableName=awaken_job; createIndex indexName=awaken_job_due, tableName=awaken_job', '', NULL, '4.33.0', NULL, NULL, '5416620593');
INSERT INTO public.databasechangelog VALUES ('job-ended-postgresql', 'awaken', 'io/awaken/liquibase/0005-mailbox.xml', '2026-11-23 06:50:39.547839', 18, 'EXECUTED', '9:633f11fbf751d75c5d98b1ebc49f9f60', 'sql', '', NULL, '4.33.0', NULL, NULL, '5416620593');
INSERT INTO public.databasechangelog VALUES ('inbox-age', 'awaken', 'io/awaken/liquibase/0005-mailbox.xml', '2026-11-23 06:50:39.704956', 19, 'EXECUTED', '9:dd1cc96f569e102bb08237fa2f1c17a9', 'createIndex indexName=awaken_inbox_age, tableName=awaken_inbox', '', NULL, '4.33.0', NULL, NULL, '5416620593');
INSERT INTO public.databasechangelog VALUES ('queue-vacuum', 'awaken', 'io/awaken/liquibase/0005-mailbox.xml', '2026-11-23 06:50:39.843785', 20, 'EXECUTED', '9:fcf5625c7359989081e91f5b39225a26', 'sql', '', NULL, '4.33.0', NULL, NULL, '5416620593');
INSERT INTO public.databasechangelog VALUES ('message-run', 'awaken', 'io/awaken/liquibase/0006-threads.xml', '2026-11-23 06:50:40.052108', 21, 'EXECUTED', '9:827f14b6f59e8832d7ae8e4efb450c43', 'addColumn tableName=awaken_message; createIndex indexName=awaken_message_of_run, tableName=awaken_message', '', NULL, '4.33.0', NULL, NULL, '5416620593');
INSERT INTO public.databasechangelog VALUES ('thread-lists', 'awaken', 'io/awaken/liquibase/0006-threads.xml', '2026-11-23 06:50:40.098376', 22, 'EXECUTED', '9:90b49ae63a1f056b03b95ef6792d6f29', 'createIndex indexName=awaken_thread_by_resource, tableName=awaken_thread; createIndex indexName=awaken_thread_by_parent, tableName=awaken_thread', '', NULL, '4.33.0', NULL, NULL, '5416620593');
INSERT INTO public.databasechangelog VALUES ('idempotency-of-callers', 'awaken', 'io/awaken/liquibase/0007-idempotency.xml', '2026-11-23 06:50:40.175909', 23, 'EXECUTED', '9:54e881d719b7b8cad8757481892fbcde', 'dropTable tableName=awaken_idempotency; createTable tableName=awaken_idempotency; createIndex indexName=awaken_idempotency_age, tableName=awaken_idempotency', '', NULL, '4.33.0', NULL, NULL, '5416620593');
INSERT INTO public.databasechangelog VALUES ('job-delivery', 'awaken', 'io/awaken/liquibase/0008-runs.xml', '2026-11-23 06:50:40.212871', 24, 'EXECUTED', '9:b9c2bafb1fe9f4850fc110ebdb1470ea', 'addColumn tableName=awaken_job', '', NULL, '4.33.0', NULL, NULL, '5416620593');
INSERT INTO public.databasechangelog VALUES ('run-generation', 'awaken', 'io/awaken/liquibase/0008-runs.xml', '2026-11-23 06:50:40.293136', 25, 'EXECUTED', '9:4420a712c0374f7e0d7642b83b6cf2a4', 'addColumn tableName=awaken_run', '', NULL, '4.33.0', NULL, NULL, '5416620593');
INSERT INTO public.databasechangelog VALUES ('run-lists', 'awaken', 'io/awaken/liquibase/0008-runs.xml', '2026-11-23 06:50:40.485019', 26, 'EXECUTED', '9:3fd402b06770464bc81c02ec0b3bc8eb', 'createIndex indexName=awaken_run_by_tenant, tableName=awaken_run; createIndex indexName=awaken_run_of_thread, tableName=awaken_run', '', NULL, '4.33.0', NULL, NULL, '5416620593');
INSERT INTO public.databasechangelog VALUES ('run-unfinished-postgresql', 'awaken', 'io/awaken/liquibase/0008-runs.xml', '2026-11-23 06:50:40.818542', 27, 'EXECUTED', '9:c4e05a6e316176a40b3921d07d3acb9f', 'sql', '', NULL, '4.33.0', NULL, NULL, '5416620593');
INSERT INTO public.databasechangelog VALUES ('idempotency-of-threads', 'awaken', 'io/awaken/liquibase/0008-runs.xml', '2026-11-23 06:50:41.076937', 28, 'EXECUTED', '9:43c69d60f5b797350d39e6c12035ebcc', 'modifyDataType columnName=route, tableName=awaken_idempotency; addColumn tableName=awaken_idempotency', '', NULL, '4.33.0', NULL, NULL, '5416620593');
INSERT INTO public.databasechangelog VALUES ('segment-place-postgresql', 'awaken', 'io/awaken/liquibase/0009-events.xml', '2026-11-23 06:50:41.321919', 29, 'EXECUTED', '9:b2d5dc7a26f9f5d4fc11f92ee68acc29', 'sql', '', NULL, '4.33.0', NULL, NULL, '5416620593');
INSERT INTO public.databasechangelog VALUES ('segment-place-of-old-postgresql', 'awaken', 'io/awaken/liquibase/0009-events.xml', '2026-11-23 06:50:41.618613', 30, 'EXECUTED', '9:11b1ca22abea56357b62939d17b16995', 'sql', '', NULL, '4.33.0', NULL, NULL, '5416620593');
INSERT INTO public.databasechangelog VALUES ('segment-place-there-postgresql', 'awaken', 'io/awaken/liquibase/0009-events.xml', '2026-11-23 06:50:41.917782', 31, 'EXECUTED', '9:f0e1431c794d70d377f64d1e7f4abe7d', 'sql', '', NULL, '4.33.0', NULL, NULL, '5416620593');
INSERT INTO public.databasechangelog VALUES ('segment-order-postgresql', 'awaken', 'io/awaken/liquibase/0009-events.xml', '2026-11-23 06:50:42.280762', 32, 'EXECUTED', '9:3bd2828bf741d18c4c7ddbd33a3a2aab', 'sql', '', NULL, '4.33.0', NULL, NULL, '5416620593');
INSERT INTO public.databasechangelog VALUES ('events-floor', 'awaken', 'io/awaken/liquibase/0009-events.xml', '2026-11-23 06:50:42.561657', 33, 'EXECUTED', '9:af72275ca0523949f4e8c6cca31e37e0', 'addColumn tableName=awaken_run; addColumn tableName=awaken_thread', '', NULL, '4.33.0', NULL, NULL, '5416620593');
INSERT INTO public.databasechangelog VALUES ('events-kept-postgresql', 'awaken', 'io/awaken/liquibase/0009-events.xml', '2026-11-23 06:50:42.842624', 34, 'EXECUTED', '9:7716e6807d0af8dab8db479afc1c194d', 'sql', '', NULL, '4.33.0', NULL, NULL, '5416620593');
INSERT INTO public.databasechangelog VALUES ('documents', 'awaken', 'io/awaken/liquibase/0010-documents.xml', '2026-11-23 06:50:43.366105', 35, 'EXECUTED', '9:7ef5a0ec8805c0efd99085cd96ffe34c', 'createTable tableName=awaken_document; createIndex indexName=awaken_document_age, tableName=awaken_document; addColumn tableName=awaken_run; createIndex indexName=awaken_run_by_resolution, tableName=awaken_run', '', NULL, '4.33.0', NULL, NULL, '5416620593');
INSERT INTO public.databasechangelog VALUES ('job-due-postgresql', 'awaken', 'io/awaken/liquibase/0012-due.xml', '2026-11-23 06:50:43.626512', 36, 'EXECUTED', '9:4e21f700a06b2b5ba975be59e4869b49', 'sql', '', NULL, '4.33.0', NULL, NULL, '5416620593');
INSERT INTO public.databasechangelog VALUES ('run-time', 'awaken', 'io/awaken/liquibase/0014-run-time.xml', '2026-11-23 06:50:43.659333', 37, 'EXECUTED', '9:17be433257206b6f0b489f5ea17ee6db', 'addColumn tableName=awaken_job; addColumn tableName=awaken_run', '', NULL, '4.33.0', NULL, NULL, '5416620593');
INSERT INTO public.databasechangelog VALUES ('thread-size', 'awaken', 'io/awaken/liquibase/0016-thread-size.xml', '2026-11-26 01:12:54.872912', 38, 'EXECUTED', '9:08fe0041d684b1e49c6e99194cb33e8f', 'addColumn tableName=awaken_thread', '', NULL, '4.33.0', NULL, NULL, '5655461734');
INSERT INTO public.databasechangelog VALUES ('system-message', 'awaken', 'io/awaken/liquibase/0016-thread-size.xml', '2026-11-26 01:12:54.918365', 39, 'EXECUTED', '9:72835d0e39bbd217b4c9cae21e5e7f15', 'createTable tableName=awaken_system_message', '', NULL, '4.33.0', NULL, NULL, '5655461734');
INSERT INTO public.databasechangelog VALUES ('deleted-thread', 'awaken', 'io/awaken/liquibase/0017-deleted-threads.xml', '2026-11-26 01:12:54.954057', 40, 'EXECUTED', '9:7ea2a2f0a4a4591504fdc5605a973f2d', 'createTable tableName=awaken_deleted_thread', '', NULL, '4.33.0', NULL, NULL, '5655461734');
INSERT INTO public.databasechangelog VALUES ('thread-key-of-thread', 'awaken', 'io/awaken/liquibase/0018-thread-keys.xml', '2026-11-26 01:12:54.976438', 41, 'EXECUTED', '9:d0b7343169b0ce777c3de214bb2f5d7a', 'sql', '', NULL, '4.33.0', NULL, NULL, '5655461734');
INSERT INTO public.databasechangelog VALUES ('thread-key-of-run', 'awaken', 'io/awaken/liquibase/0018-thread-keys.xml', '2026-11-26 01:12:55.005827', 42, 'EXECUTED', '9:91122eacd59ea506b84051201004f36b', 'sql', '', NULL, '4.33.0', NULL, NULL, '5655461734');
INSERT INTO public.databasechangelog VALUES ('thread-key-of-message', 'awaken', 'io/awaken/liquibase/0018-thread-keys.xml', '2026-11-26 01:12:55.034333', 43, 'EXECUTED', '9:c5f1f20ec123f43874092385a4c99736', 'sql', '', NULL, '4.33.0', NULL, NULL, '5655461734');
INSERT INTO public.databasechangelog VALUES ('thread-key-of-job', 'awaken', 'io/awaken/liquibase/0018-thread-keys.xml', '2026-11-26 01:12:55.061081', 44, 'EXECUTED', '9:71151321e8cf4f8f9cc1d3f52ae6ee91', 'sql', '', NULL, '4.33.0', NULL, NULL, '5655461734');
INSERT INTO public.databasechangelog VALUES ('thread-key-of-call', 'awaken', 'io/awaken/liquibase/0018-thread-keys.xml', '2026-11-26 01:12:55.091034', 45, 'EXECUTED', '9:28114d75fd38f423b94dc8aa756f690b', 'sql', '', NULL, '4.33.0', NULL, NULL, '5655461734');
INSERT INTO public.databasechangelog VALUES ('thread-key-of-segment', 'awaken', 'io/awaken/liquibase/0018-thread-keys.xml', '2026-11-26 01:12:55.108592', 46, 'EXECUTED', '9:9189a6669962fbea1c596c0c5486a39f', 'sql', '', NULL, '4.33.0', NULL, NULL, '5655461734');
INSERT INTO public.databasechangelog VALUES ('thread-key-of-inbox', 'awaken', 'io/awaken/liquibase/0018-thread-keys.xml', '2026-11-26 01:12:55.186615', 47, 'EXECUTED', '9:c51588910e096eec83ceceaf1760e745', 'sql', '', NULL, '4.33.0', NULL, NULL, '5655461734');
INSERT INTO public.databasechangelog VALUES ('thread-key-of-suspension', 'awaken', 'io/awaken/liquibase/0018-thread-keys.xml', '2026-11-26 01:12:55.20628', 48, 'EXECUTED', '9:254ff107c095fa73e7f4fa494c06165f', 'sql', '', NULL, '4.33.0', NULL, NULL, '5655461734');
INSERT INTO public.databasechangelog VALUES ('thread-key-of-idempotency', 'awaken', 'io/awaken/liquibase/0018-thread-keys.xml', '2026-11-26 01:12:55.238219', 49, 'EXECUTED', '9:ede4dc142b10919d2aba6c897266947c', 'sql', '', NULL, '4.33.0', NULL, NULL, '5655461734');
INSERT INTO public.databasechangelog VALUES ('thread-key-of-system-message', 'awaken', 'io/awaken/liquibase/0018-thread-keys.xml', '2026-11-26 01:12:55.271569', 50, 'EXECUTED', '9:e0184d4cbf1a4985b70e851e538c94be', 'sql', '', NULL, '4.33.0', NULL, NULL, '5655461734');
INSERT INTO public.databasechangelog VALUES ('thread-key-of-deleted-thread', 'awaken', 'io/awaken/liquibase/0018-thread-keys.xml', '2026-11-26 01:12:55.317905', 51, 'EXECUTED', '9:71d9b9fe55570ac9919f0668b6216303', 'sql', '', NULL, '4.33.0', NULL, NULL, '5655461734');
INSERT INTO public.databasechangelog VALUES ('thread-key-of-state', 'awaken', 'io/awaken/liquibase/0018-thread-keys.xml', '2026-11-26 01:12:55.342638', 52, 'EXECUTED', '9:6771029b5940e120833e1feb9b1c36cc', 'sql', '', NULL, '4.33.0', NULL, NULL, '5655461734');
INSERT INTO public.databasechangelog VALUES ('thread-key-rule-postgresql', 'awaken', 'io/awaken/liquibase/0018-thread-keys.xml', '2026-11-26 01:12:55.389594', 53, 'EXECUTED', '9:48ad639e878c04d9b58af723991dcde6', 'sql', '', NULL, '4.33.0', NULL, NULL, '5655461734');
INSERT INTO public.databasechangelog VALUES ('thread-keys-postgresql', 'awaken', 'io/awaken/liquibase/0018-thread-keys.xml', '2026-11-26 01:12:55.440257', 54, 'EXECUTED', '9:38abd2ed8bff7f2233c09d274304bfe5', 'sql', '', NULL, '4.33.0', NULL, NULL, '5655461734');
INSERT INTO public.databasechangelog VALUES ('thread-keys-known-postgresql', 'awaken', 'io/awaken/liquibase/0018-thread-keys.xml', '2026-11-26 01:12:55.477709', 55, 'EXECUTED', '9:8d47283ba49b9165fa44acbced81ac5c', 'sql', '', NULL, '4.33.0', NULL, NULL, '5655461734');
INSERT INTO public.databasechangelog VALUES ('thread-key-proved-postgresql', 'awaken', 'io/awaken/liquibase/0018-thread-keys.xml', '2026-11-26 01:12:55.509193', 56, 'EXECUTED', '9:f9faf66d36db9661a960a5130bb9f12f', 'sql', '', NULL, '4.33.0', NULL, NULL, '5655461734');
INSERT INTO public.databasechangelog VALUES ('media', 'awaken', 'io/awaken/liquibase/0019-media.xml', '2026-11-26 01:12:55.571822', 57, 'EXECUTED', '9:4621915dcd8464ed044edeae7f9c0253', 'createTable tableName=awaken_media', '', NULL, '4.33.0', NULL, NULL, '5655461734');
INSERT INTO public.databasechangelog VALUES ('media-uncompressed', 'awaken', 'io/awaken/liquibase/0019-media.xml', '2026-11-26 01:12:55.591019', 58, 'EXECUTED', '9:4c1e5656d3674678ef3aa54624cc24bd', 'sql', '', NULL, '4.33.0', NULL, NULL, '5655461734');
INSERT INTO public.databasechangelog VALUES ('outbox', 'awaken', 'io/awaken/liquibase/0020-outbox.xml', '2026-11-26 01:12:55.662081', 59, 'EXECUTED', '9:8b2e5c52606bde612d22c6ebbf809c04', 'createTable tableName=awaken_outbox; createIndex indexName=awaken_outbox_due, tableName=awaken_outbox', '', NULL, '4.33.0', NULL, NULL, '5655461734');
INSERT INTO public.databasechangelog VALUES ('stretch', 'awaken', 'io/awaken/liquibase/0021-superseded.xml', '2026-11-26 01:12:55.710037', 60, 'EXECUTED', '9:f06823dd25397c08e45ab0a3260ab5fa', 'createTable tableName=awaken_stretch', '', NULL, '4.33.0', NULL, NULL, '5655461734');
INSERT INTO public.databasechangelog VALUES ('thread-tail', 'awaken', 'io/awaken/liquibase/0021-superseded.xml', '2026-11-26 01:12:55.769728', 61, 'EXECUTED', '9:95b33c858020da94025ec8b3c7af1650', 'addColumn tableName=awaken_thread', '', NULL, '4.33.0', NULL, NULL, '5655461734');
INSERT INTO public.databasechangelog VALUES ('job-supersedes', 'awaken', 'io/awaken/liquibase/0021-superseded.xml', '2026-11-26 01:12:55.790596', 62, 'EXECUTED', '9:343f0697dd43ecc73951701296b58bd7', 'addColumn tableName=awaken_job', '', NULL, '4.33.0', NULL, NULL, '5655461734');
INSERT INTO public.databasechangelog VALUES ('run-overrides', 'awaken', 'io/awaken/liquibase/0022-run-overrides.xml', '2026-11-26 01:12:55.813753', 63, 'EXECUTED', '9:7ef0078e217ec04ecdbfec8c04c94346', 'addColumn tableName=awaken_run', '', NULL, '4.33.0', NULL, NULL, '5655461734');
INSERT INTO public.databasechangelog VALUES ('server-keys', 'awaken', 'io/awaken/liquibase/0023-server-keys.xml', '2026-11-26 01:12:55.861773', 64, 'EXECUTED', '9:1ba0bd642a7a889983b25e1ff9d496cb', 'createTable tableName=awaken_server_key', '', NULL, '4.33.0', NULL, NULL, '5655461734');
INSERT INTO public.databasechangelog VALUES ('mcp-tool', 'awaken', 'io/awaken/liquibase/0024-mcp-tools.xml', '2026-11-26 01:12:55.91377', 65, 'EXECUTED', '9:6dbf87f7ab3bc99f350d947f8b5dab97', 'createTable tableName=awaken_mcp_tool', '', NULL, '4.33.0', NULL, NULL, '5655461734');
INSERT INTO public.databasechangelog VALUES ('run-cost', 'awaken', 'io/awaken/liquibase/0025-run-cost.xml', '2026-11-26 01:12:55.954782', 66, 'EXECUTED', '9:1d03e9c4e05098a26a5d064b0c42ac09', 'addColumn tableName=awaken_run', '', NULL, '4.33.0', NULL, NULL, '5655461734');
INSERT INTO public.databasechangelog VALUES ('secret', 'awaken', 'io/awaken/liquibase/0026-secrets.xml', '2026-11-26 01:12:56.017811', 67, 'EXECUTED', '9:53d3b59c323acbd06dbb8cf937f5d999', 'createTable tableName=awaken_secret; createIndex indexName=awaken_secret_by_expiry, tableName=awaken_secret', '', NULL, '4.33.0', NULL, NULL, '5655461734');
INSERT INTO public.databasechangelog VALUES ('job-turns-postgresql', 'awaken', 'io/awaken/liquibase/0027-turns.xml', '2026-11-26 01:12:56.049812', 68, 'EXECUTED', '9:d923153ce779aacea55c745073d563ed', 'sql', '', NULL, '4.33.0', NULL, NULL, '5655461734');
INSERT INTO public.databasechangelog VALUES ('queue-postgresql', 'awaken', 'io/awaken/liquibase/0028-queue.xml', '2026-11-28 23:44:50.164463', 69, 'EXECUTED', '9:93b4fe54d6471a4f3bfed5286e6b298a', 'createTable tableName=awaken_queue; createIndex indexName=awaken_queue_turns, tableName=awaken_queue; sql', '', NULL, '4.33.0', NULL, NULL, '5909443448');
INSERT INTO public.databasechangelog VALUES ('lease-postgresql', 'awaken', 'io/awaken/liquibase/0028-queue.xml', '2026-11-28 23:44:50.176037', 70, 'EXECUTED', '9:4643796ed432fbcae2c5bb677de39741', 'createTable tableName=awaken_lease; sql', '', NULL, '4.33.0', NULL, NULL, '5909443448');
INSERT INTO public.databasechangelog VALUES ('dead-letter-postgresql', 'awaken', 'io/awaken/liquibase/0028-queue.xml', '2026-11-28 23:44:50.22619', 71, 'EXECUTED', '9:db705bc84ae33d18e165ddd84e10c923', 'createTable tableName=awaken_dead_letter', '', NULL, '4.33.0', NULL, NULL, '5909443448');
INSERT INTO public.databasechangelog VALUES ('dedupe-postgresql', 'awaken', 'io/awaken/liquibase/0028-queue.xml', '2026-11-28 23:44:50.314274', 72, 'EXECUTED', '9:eba5a390423e6a61eace65c97bf08963', 'createTable tableName=awaken_dedupe', '', NULL, '4.33.0', NULL, NULL, '5909443448');
INSERT INTO public.databasechangelog VALUES ('waiting-run-postgresql', 'awaken', 'io/awaken/liquibase/0028-queue.xml', '2026-11-28 23:44:50.334224', 73, 'EXECUTED', '9:b722191cc398f488b09bda4f920eda04', 'createTable tableName=awaken_waiting_run', '', NULL, '4.33.0', NULL, NULL, '5909443448');
INSERT INTO public.databasechangelog VALUES ('document-use-postgresql', 'awaken', 'io/awaken/liquibase/0028-queue.xml', '2026-11-28 23:44:50.347796', 74, 'EXECUTED', '9:2f1bd0273a88dfdf974d74605e611d4b', 'createTable tableName=awaken_document_use', '', NULL, '4.33.0', NULL, NULL, '5909443448');
INSERT INTO public.databasechangelog VALUES ('tenant-key-postgresql', 'awaken', 'io/awaken/liquibase/0028-queue.xml', '2026-11-28 23:44:50.353927', 75, 'EXECUTED', '9:601dfdf1497a57447859c12855df4e05', 'sql', '', NULL, '4.33.0', NULL, NULL, '5909443448');
INSERT INTO public.databasechangelog VALUES ('list-job-postgresql', 'awaken', 'io/awaken/liquibase/0028-queue.xml', '2026-11-28 23:44:50.388582', 76, 'EXECUTED', '9:75b7110218c81e93ff1a72719da5150c', 'sql', '', NULL, '4.33.0', NULL, NULL, '5909443448');
INSERT INTO public.databasechangelog VALUES ('list-run-postgresql', 'awaken', 'io/awaken/liquibase/0028-queue.xml', '2026-11-28 23:44:50.43301', 77, 'EXECUTED', '9:0fb577aa12d6de1a6aa6aabb1560ae45', 'sql', '', NULL, '4.33.0', NULL, NULL, '5909443448');
INSERT INTO public.databasechangelog VALUES ('job-listed-postgresql', 'awaken', 'io/awaken/liquibase/0028-queue.xml', '2026-11-28 23:44:50.452661', 78, 'EXECUTED', '9:2948cc82bfe6185e04249a78374ad5c5', 'sql', '', NULL, '4.33.0', NULL, NULL, '5909443448');
INSERT INTO public.databasechangelog VALUES ('run-listed-postgresql', 'awaken', 'io/awaken/liquibase/0028-queue.xml', '2026-11-28 23:44:50.463639', 79, 'EXECUTED', '9:ca74a9532b9c1d3be205681e1bf4d38e', 'sql', '', NULL, '4.33.0', NULL, NULL, '5909443448');
INSERT INTO public.databasechangelog VALUES ('queued-before-postgresql', 'awaken', 'io/awaken/liquibase/0028-queue.xml', '2026-11-28 23:44:50.469213', 80, 'EXECUTED', '9:7560f24b02498efaca9900a9175340e1', 'sql', '', NULL, '4.33.0', NULL, NULL, '5909443448');
INSERT INTO public.databasechangelog VALUES ('claimed-before-postgresql', 'awaken', 'io/awaken/liquibase/0028-queue.xml', '2026-11-28 23:44:50.474311', 81, 'EXECUTED', '9:355ddefaa39ec2cec7cbb32f8e2c85e1', 'sql', '', NULL, '4.33.0', NULL, NULL, '5909443448');
INSERT INTO public.databasechangelog VALUES ('dead-before-postgresql', 'awaken', 'io/awaken/liquibase/0028-queue.xml', '2026-11-28 23:44:50.480197', 82, 'EXECUTED', '9:908d9b1755e9e9642f372116bf670cf5', 'sql', '', NULL, '4.33.0', NULL, NULL, '5909443448');
INSERT INTO public.databasechangelog VALUES ('dedupe-before-postgresql', 'awaken', 'io/awaken/liquibase/0028-queue.xml', '2026-11-28 23:44:50.486995', 83, 'EXECUTED', '9:a66f96fb89f086434e940adeac548252', 'sql', '', NULL, '4.33.0', NULL, NULL, '5909443448');
INSERT INTO public.databasechangelog VALUES ('waiting-before-postgresql', 'awaken', 'io/awaken/liquibase/0028-queue.xml', '2026-11-28 23:44:50.497636', 84, 'EXECUTED', '9:50ec07392b42d4a13ee332bbf9d6a193', 'sql', '', NULL, '4.33.0', NULL, NULL, '5909443448');
INSERT INTO public.databasechangelog VALUES ('pinned-before-postgresql', 'awaken', 'io/awaken/liquibase/0028-queue.xml', '2026-11-28 23:44:50.501388', 85, 'EXECUTED', '9:41932a44d1fbcbd9ce35ad5bf4d0da2b', 'sql', '', NULL, '4.33.0', NULL, NULL, '5909443448');
INSERT INTO public.databasechangelog VALUES ('job-age-postgresql', 'awaken', 'io/awaken/liquibase/0028-queue.xml', '2026-11-28 23:44:50.51362', 86, 'EXECUTED', '9:469431fa72f9d5f3f665d567c5e5f561', 'sql', '', NULL, '4.33.0', NULL, NULL, '5909443448');
INSERT INTO public.databasechangelog VALUES ('job-in-place-postgresql', 'awaken', 'io/awaken/liquibase/0028-queue.xml', '2026-11-28 23:44:50.537982', 87, 'EXECUTED', '9:e779048534deaa4da4f91efbf5b6ce93', 'sql', '', NULL, '4.33.0', NULL, NULL, '5909443448');
INSERT INTO public.databasechangelog VALUES ('run-in-place-postgresql', 'awaken', 'io/awaken/liquibase/0028-queue.xml', '2026-11-28 23:44:50.548306', 88, 'EXECUTED', '9:ea1a6d056ad7f09ba273d84ec78251c0', 'sql', '', NULL, '4.33.0', NULL, NULL, '5909443448');
INSERT INTO public.databasechangelog VALUES ('thread-in-place-postgresql', 'awaken', 'io/awaken/liquibase/0028-queue.xml', '2026-11-28 23:44:50.556455', 89, 'EXECUTED', '9:89cd4dd35dc987374eb78aebe01efdb9', 'sql', '', NULL, '4.33.0', NULL, NULL, '5909443448');
INSERT INTO public.databasechangelog VALUES ('mcp-subscription', 'awaken', 'io/awaken/liquibase/0029-mcp-subscriptions.xml', '2026-11-28 23:44:50.590557', 90, 'EXECUTED', '9:856beb6a0dbbb494a776cd0de648d56c', 'createTable tableName=awaken_mcp_subscription; createIndex indexName=awaken_mcp_subscription_by_expiry, tableName=awaken_mcp_subscription', '', NULL, '4.33.0', NULL, NULL, '5909443448');
INSERT INTO public.databasechangelog VALUES ('list-new-job-postgresql', 'awaken', 'io/awaken/liquibase/0030-lean-writes.xml', '2026-11-28 23:44:50.607915', 91, 'EXECUTED', '9:b6306f6f65a41329407d184d0d23d2c7', 'sql', '', NULL, '4.33.0', NULL, NULL, '5909443448');
INSERT INTO public.databasechangelog VALUES ('list-changed-job-postgresql', 'awaken', 'io/awaken/liquibase/0030-lean-writes.xml', '2026-11-28 23:44:50.620216', 92, 'EXECUTED', '9:1287bbd52f5651011821380e809c9b63', 'sql', '', NULL, '4.33.0', NULL, NULL, '5909443448');
INSERT INTO public.databasechangelog VALUES ('list-new-run-postgresql', 'awaken', 'io/awaken/liquibase/0030-lean-writes.xml', '2026-11-28 23:44:50.626299', 93, 'EXECUTED', '9:2d4c94a027a469d44f881c814a84bdd3', 'sql', '', NULL, '4.33.0', NULL, NULL, '5909443448');
INSERT INTO public.databasechangelog VALUES ('list-pinned-run-postgresql', 'awaken', 'io/awaken/liquibase/0030-lean-writes.xml', '2026-11-28 23:44:50.632005', 94, 'EXECUTED', '9:f2ea9a64e266fd4aa74d1d57b9c555f7', 'sql', '', NULL, '4.33.0', NULL, NULL, '5909443448');
INSERT INTO public.databasechangelog VALUES ('list-waiting-run-postgresql', 'awaken', 'io/awaken/liquibase/0030-lean-writes.xml', '2026-11-28 23:44:50.637801', 95, 'EXECUTED', '9:0b61e37515d610547f34b0ded0d2fdb4', 'sql', '', NULL, '4.33.0', NULL, NULL, '5909443448');
INSERT INTO public.databasechangelog VALUES ('job-listed-by-event-postgresql', 'awaken', 'io/awaken/liquibase/0030-lean-writes.xml', '2026-11-28 23:44:50.643699', 96, 'EXECUTED', '9:c67b82799f49be3706c819791cd413c4', 'sql', '', NULL, '4.33.0', NULL, NULL, '5909443448');
INSERT INTO public.databasechangelog VALUES ('run-listed-by-event-postgresql', 'awaken', 'io/awaken/liquibase/0030-lean-writes.xml', '2026-11-28 23:44:50.651662', 97, 'EXECUTED', '9:95fa601ba49234041fca31358f26d68c', 'sql', '', NULL, '4.33.0', NULL, NULL, '5909443448');
INSERT INTO public.databasechangelog VALUES ('thread-key-checked-by-nodes-postgresql', 'awaken', 'io/awaken/liquibase/0030-lean-writes.xml', '2026-11-28 23:44:50.65479', 98, 'EXECUTED', '9:1183981b2bee5fb16628239890d81f81', 'sql', '', NULL, '4.33.0', NULL, NULL, '5909443448');
INSERT INTO public.databasechangelog VALUES ('run-children-postgresql', 'awaken', 'io/awaken/liquibase/0030-lean-writes.xml', '2026-11-28 23:44:50.660467', 99, 'EXECUTED', '9:341b76487f43cacbb7734c66f098d88c', 'sql', '', NULL, '4.33.0', NULL, NULL, '5909443448');
INSERT INTO public.databasechangelog VALUES ('thread-children-postgresql', 'awaken', 'io/awaken/liquibase/0030-lean-writes.xml', '2026-11-28 23:44:50.66706', 100, 'EXECUTED', '9:e7bf3b30a1073c1bb3a2a226965e29cb', 'sql', '', NULL, '4.33.0', NULL, NULL, '5909443448');
INSERT INTO public.databasechangelog VALUES ('thread-resource-postgresql', 'awaken', 'io/awaken/liquibase/0030-lean-writes.xml', '2026-11-28 23:44:50.684399', 101, 'EXECUTED', '9:cd817aef22d62e93c18b5380a5560fd5', 'sql', '', NULL, '4.33.0', NULL, NULL, '5909443448');
INSERT INTO public.databasechangelog VALUES ('client-input', 'awaken', 'io/awaken/liquibase/0031-client-input.xml', '2026-11-28 23:44:50.702823', 102, 'EXECUTED', '9:5aa08b1910dfc3416c6f4619deb9ab24', 'addColumn tableName=awaken_run', '', NULL, '4.33.0', NULL, NULL, '5909443448');
INSERT INTO public.databasechangelog VALUES ('thread-sharing', 'awaken', 'io/awaken/liquibase/0032-sharing.xml', '2026-11-28 23:44:50.729691', 103, 'EXECUTED', '9:2660256456064657fa42a04279c3bb14', 'addColumn tableName=awaken_thread; dropDefaultValue columnName=sharing, tableName=awaken_thread', '', NULL, '4.33.0', NULL, NULL, '5909443448');
INSERT INTO public.databasechangelog VALUES ('suspension-approver', 'awaken', 'io/awaken/liquibase/0032-sharing.xml', '2026-11-28 23:44:50.746815', 104, 'EXECUTED', '9:c87a67ca632d969f9b7853ecf556c896', 'addColumn tableName=awaken_suspension', '', NULL, '4.33.0', NULL, NULL, '5909443448');
INSERT INTO public.databasechangelog VALUES ('run-spec', 'awaken', 'io/awaken/liquibase/0033-run-spec.xml', '2026-11-28 23:44:50.798853', 105, 'EXECUTED', '9:c75de78a55ee76193ff4d15e000e4cd5', 'addColumn tableName=awaken_run', '', NULL, '4.33.0', NULL, NULL, '5909443448');
INSERT INTO public.databasechangeloglock VALUES (1, false, NULL, NULL);
SELECT pg_catalog.setval('public.awaken_outbox_place_seq', 1, false);
SELECT pg_catalog.setval('public.awaken_segment_place', 1099511627781, true);
ALTER TABLE ONLY public.awaken_call
    ADD CONSTRAINT awaken_call_pk PRIMARY KEY (thread_id, run_id, call_id);
ALTER TABLE ONLY public.awaken_dead_letter
    ADD CONSTRAINT awaken_dead_letter_pk PRIMARY KEY (thread_id, job_id);
ALTER TABLE ONLY public.awaken_dedupe
    ADD CONSTRAINT awaken_dedupe_pk PRIMARY KEY (thread_id, dedupe_key);
ALTER TABLE ONLY public.awaken_deleted_thread
    ADD CONSTRAINT awaken_deleted_thread_pk PRIMARY KEY (thread_id);
ALTER TABLE ONLY public.awaken_document
    ADD CONSTRAINT awaken_document_pk PRIMARY KEY (hash);
ALTER TABLE ONLY public.awaken_document_use
    ADD CONSTRAINT awaken_document_use_pk PRIMARY KEY (hash, thread_id);
ALTER TABLE ONLY public.awaken_idempotency
    ADD CONSTRAINT awaken_idempotency_pk PRIMARY KEY (tenant, subject, route, idempotency_key);
ALTER TABLE ONLY public.awaken_inbox
    ADD CONSTRAINT awaken_inbox_pk PRIMARY KEY (thread_id, run_id, entry_id);
ALTER TABLE ONLY public.awaken_job
    ADD CONSTRAINT awaken_job_pk PRIMARY KEY (thread_id, job_id);
ALTER TABLE ONLY public.awaken_lease
    ADD CONSTRAINT awaken_lease_pk PRIMARY KEY (thread_id, job_id);
ALTER TABLE ONLY public.awaken_mcp_subscription
    ADD CONSTRAINT awaken_mcp_subscription_pk PRIMARY KEY (tenant, session_name, uri);
ALTER TABLE ONLY public.awaken_mcp_tool
    ADD CONSTRAINT awaken_mcp_tool_pk PRIMARY KEY (server_id, tool_name);
ALTER TABLE ONLY public.awaken_media
    ADD CONSTRAINT awaken_media_pk PRIMARY KEY (thread_id, media_id, part);
ALTER TABLE ONLY public.awaken_message
    ADD CONSTRAINT awaken_message_pk PRIMARY KEY (thread_id, seq);
ALTER TABLE ONLY public.awaken_outbox
    ADD CONSTRAINT awaken_outbox_pk PRIMARY KEY (thread_id, entry_id);
ALTER TABLE ONLY public.awaken_profile
    ADD CONSTRAINT awaken_profile_pk PRIMARY KEY (tenant, namespace, profile_key);
ALTER TABLE ONLY public.awaken_queue
    ADD CONSTRAINT awaken_queue_pk PRIMARY KEY (thread_id, job_id);
ALTER TABLE ONLY public.awaken_run
    ADD CONSTRAINT awaken_run_pk PRIMARY KEY (thread_id, run_id);
ALTER TABLE ONLY public.awaken_secret
    ADD CONSTRAINT awaken_secret_pk PRIMARY KEY (tenant, subject, secret_name);
ALTER TABLE ONLY public.awaken_segment
    ADD CONSTRAINT awaken_segment_pk PRIMARY KEY (thread_id, run_id, last_seq);
ALTER TABLE ONLY public.awaken_server_key
    ADD CONSTRAINT awaken_server_key_pk PRIMARY KEY (name);
ALTER TABLE ONLY public.awaken_state
    ADD CONSTRAINT awaken_state_pk PRIMARY KEY (thread_id, run_id, state_key);
ALTER TABLE ONLY public.awaken_stretch
    ADD CONSTRAINT awaken_stretch_pk PRIMARY KEY (thread_id, first_seq);
ALTER TABLE ONLY public.awaken_suspension
    ADD CONSTRAINT awaken_suspension_pk PRIMARY KEY (thread_id, run_id, call_id, ordinal);
ALTER TABLE ONLY public.awaken_system_message
    ADD CONSTRAINT awaken_system_message_pk PRIMARY KEY (thread_id, seq);
ALTER TABLE ONLY public.awaken_thread
    ADD CONSTRAINT awaken_thread_pk PRIMARY KEY (thread_id);
ALTER TABLE ONLY public.awaken_waiting_run
    ADD CONSTRAINT awaken_waiting_run_pk PRIMARY KEY (thread_id, run_id);
ALTER TABLE ONLY public.databasechangeloglock
    ADD CONSTRAINT databasechangeloglock_pkey PRIMARY KEY (id);
CREATE INDEX awaken_document_age ON public.awaken_document USING btree (created_at, hash);
CREATE INDEX awaken_idempotency_age ON public.awaken_idempotency USING btree (created_at);
CREATE INDEX awaken_inbox_age ON public.awaken_inbox USING btree (created_at, entry_id);
CREATE INDEX awaken_job_age ON public.awaken_job USING btree (created_at, job_id);
CREATE INDEX awaken_mcp_subscription_by_expiry ON public.awaken_mcp_subscription USING btree (expires_at);
CREATE INDEX awaken_message_of_run ON public.awaken_message USING btree (thread_id, run_id, seq);
CREATE INDEX awaken_outbox_due ON public.awaken_outbox USING btree (due_at);
CREATE INDEX awaken_queue_turns ON public.awaken_queue USING btree (tenant_key, priority, created_at, job_id, available_at);
CREATE INDEX awaken_run_by_id ON public.awaken_run USING btree (run_id);
CREATE INDEX awaken_run_by_tenant ON public.awaken_run USING btree (tenant, created_at, run_id);
CREATE INDEX awaken_run_children ON public.awaken_run USING btree (parent_run_id) WHERE (parent_run_id IS NOT NULL);
CREATE INDEX awaken_run_events_kept ON public.awaken_run USING btree (created_at, run_id) WHERE (NOT events_gone);
CREATE INDEX awaken_run_of_thread ON public.awaken_run USING btree (thread_id, created_at, run_id);
CREATE INDEX awaken_secret_by_expiry ON public.awaken_secret USING btree (expires_at);
CREATE INDEX awaken_segment_order ON public.awaken_segment USING btree (thread_id, place);
CREATE INDEX awaken_suspension_expiry ON public.awaken_suspension USING btree (status, expires_at);
CREATE INDEX awaken_suspension_inbox ON public.awaken_suspension USING btree (tenant, status, created_at);
CREATE INDEX awaken_thread_by_tenant ON public.awaken_thread USING btree (tenant, created_at);
CREATE INDEX awaken_thread_children ON public.awaken_thread USING btree (parent_thread_id) WHERE (parent_thread_id IS NOT NULL);
CREATE INDEX awaken_thread_of_resource ON public.awaken_thread USING btree (tenant, resource_id, created_at) WHERE (resource_id IS NOT NULL);
CREATE TRIGGER awaken_job_changed AFTER UPDATE OF thread_id, job_id, run_id, status, priority, created_at, available_at, claim_token, dedupe_key ON public.awaken_job FOR EACH ROW EXECUTE FUNCTION public.awaken_list_changed_job();
CREATE TRIGGER awaken_job_gone AFTER DELETE ON public.awaken_job FOR EACH ROW WHEN (((old.status)::text = ANY ((ARRAY['queued'::character varying, 'claimed'::character varying, 'dead_letter'::character varying])::text[]))) EXECUTE FUNCTION public.awaken_list_job();
CREATE TRIGGER awaken_job_new AFTER INSERT ON public.awaken_job FOR EACH ROW EXECUTE FUNCTION public.awaken_list_new_job();
CREATE TRIGGER awaken_run_gone AFTER DELETE ON public.awaken_run FOR EACH ROW WHEN ((((old.status)::text = 'waiting'::text) OR (old.resolution_hash IS NOT NULL))) EXECUTE FUNCTION public.awaken_list_run();
CREATE TRIGGER awaken_run_new AFTER INSERT ON public.awaken_run FOR EACH ROW EXECUTE FUNCTION public.awaken_list_new_run();
CREATE TRIGGER awaken_run_pinned AFTER UPDATE OF thread_id, resolution_hash ON public.awaken_run FOR EACH ROW EXECUTE FUNCTION public.awaken_list_pinned_run();
CREATE TRIGGER awaken_run_waiting AFTER UPDATE OF thread_id, run_id, status ON public.awaken_run FOR EACH ROW WHEN ((((old.status)::text = 'waiting'::text) OR ((new.status)::text = 'waiting'::text))) EXECUTE FUNCTION public.awaken_list_waiting_run();
