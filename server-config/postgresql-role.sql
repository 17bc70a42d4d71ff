-- Limits of sessions for a pool of the server (the own pool sets them by itself): once, as an administrator, for the
-- user that the pool connects as. A node that stands still in a transaction holds locks; with these it holds the others
-- up for seconds, not for as long as their sockets wait. Transactional tools and migrations lift what they must.
ALTER ROLE awaken SET lock_timeout = '3s';
ALTER ROLE awaken SET idle_in_transaction_session_timeout = '10s';
ALTER ROLE awaken SET tcp_keepalives_idle = 10;
ALTER ROLE awaken SET tcp_keepalives_interval = 5;
ALTER ROLE awaken SET tcp_keepalives_count = 3;
ALTER ROLE awaken SET tcp_user_timeout = '20s';
