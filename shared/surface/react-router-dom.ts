/**
 * What remotes may use of react-router-dom. The shell shares this module under the package's name:
 * `npm run check -- boundaries` refuses a remote that imports an export which isn't here.
 */
export { useLocation, useNavigate } from 'react-router-dom';
