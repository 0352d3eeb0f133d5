import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldError } from '../../../../platform/web/kit/FieldError.tsx';
import { PersonAvatar } from '../../../../platform/web/kit/PersonAvatar.tsx';
import { takeReturnPath } from '../../../../platform/web/return-path.ts';
import { startSession } from '../../../../platform/web/session.ts';
import { useExplainedAction } from '../../../../platform/web/use-action.ts';
import type { ListedDemoPerson } from '../../demo-person.ts';
import classes from './DemoPeople.module.css';
import { demoPeople, logInAsDemoPerson } from './login-api.ts';
import { rememberLogin } from './login-storage.ts';

/** Demo people by role, each with a one-click login; on demo installations only (ONB-08). */
export function DemoPeople(): ReactNode {
  const { t } = useTranslation();
  const { data: people } = useQuery({
    queryKey: ['demo-people'],
    queryFn: demoPeople,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { problem, isPending, logIn } = useDemoLogin();
  if (people === undefined || people.length === 0) return null;
  const companies = [...Map.groupBy(people, ({ tenant }) => tenant).values()];
  return (
    <section aria-labelledby="demo-people" className={classes.demo}>
      <h2 id="demo-people" className={classes.head}>
        {t('demo_login.title')}
      </h2>
      {problem === null ? null : (
        <p role="alert" className={classes.problem}>
          <FieldError>{problem}</FieldError>
        </p>
      )}
      {companies.map((members) => (
        <div key={members[0]?.tenant}>
          <h3 className={classes.company}>{members[0]?.company}</h3>
          <ul>
            {members.map((person) => (
              <li key={person.email}>
                <button
                  type="button"
                  className={classes.person}
                  disabled={isPending}
                  onClick={() => logIn(person)}
                >
                  <PersonAvatar name={person.name} />
                  <span className={classes.text}>
                    <span className={classes.does}>{t(`demo_login.does.${person.does}`)}</span>
                    <span className={classes.name}>{person.name}</span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

function useDemoLogin() {
  const navigate = useNavigate();
  const { isPending, problem, perform } = useExplainedAction();
  const logIn = ({ email }: ListedDemoPerson): Promise<boolean> =>
    perform(async () => {
      startSession(await logInAsDemoPerson(email));
      rememberLogin();
      await navigate({ href: takeReturnPath() ?? '/', replace: true });
    });
  return { problem, isPending, logIn: (person: ListedDemoPerson) => void logIn(person) };
}
