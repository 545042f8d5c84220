CREATE TABLE clubs (club_id bigint PRIMARY KEY, name text NOT NULL, city text NOT NULL, opened_on date NOT NULL);
CREATE TABLE members (member_id bigint PRIMARY KEY, first_name text NOT NULL, last_name text NOT NULL, birth_date date, joined_on date NOT NULL, cancelled_on date, plan text NOT NULL, monthly_fee numeric(8,2) NOT NULL, club_id bigint NOT NULL REFERENCES clubs(club_id));
CREATE TABLE trainers (trainer_id bigint PRIMARY KEY, name text NOT NULL, specialty text NOT NULL, hourly_rate numeric(8,2) NOT NULL, club_id bigint NOT NULL REFERENCES clubs(club_id));
CREATE TABLE classes (class_id bigint PRIMARY KEY, title text NOT NULL, level text NOT NULL, trainer_id bigint NOT NULL REFERENCES trainers(trainer_id), club_id bigint NOT NULL REFERENCES clubs(club_id), starts_at timestamp NOT NULL, duration_minutes bigint NOT NULL, capacity bigint NOT NULL);
CREATE TABLE bookings (booking_id bigint PRIMARY KEY, class_id bigint NOT NULL REFERENCES classes(class_id), member_id bigint NOT NULL REFERENCES members(member_id), booked_at timestamp NOT NULL, attended boolean NOT NULL, rating bigint);
CREATE TABLE payments (payment_id bigint PRIMARY KEY, member_id bigint NOT NULL REFERENCES members(member_id), paid_on date NOT NULL, amount numeric(8,2) NOT NULL, method text NOT NULL);
INSERT INTO clubs VALUES (1,'Riverside','Leeds','2015-03-01'),(2,'Old Mill','York','2018-09-15'),(3,'Harbour','Hull','2021-01-10'),(4,'Station','Leeds','2023-06-01');
INSERT INTO members VALUES
(1,'Ann','Baker','1990-04-02','2022-01-10',NULL,'Premium',59.00,1),(2,'Bob','Cole','1985-07-19','2022-03-05','2023-02-01','Basic',29.00,1),
(3,'Carla','Diaz','1999-11-30','2022-06-21',NULL,'Basic',29.00,2),(4,'Dev','Evans','1978-01-15','2023-01-02',NULL,'Premium',59.00,2),
(5,'Eve','Ford','2001-05-05','2023-04-11','2024-01-01','Student',19.00,3),(6,'Finn','Gray','1995-09-09','2023-08-30',NULL,'Basic',29.00,3),
(7,'Gita','Hill','1988-12-24','2024-02-14',NULL,'Premium',65.00,4),(8,'Hugo','Ives','2003-03-03','2024-03-01',NULL,'Student',19.00,1),(9,'Ida','Jones','1969-10-10','2024-05-20',NULL,'Basic',29.00,1);
INSERT INTO trainers VALUES (1,'Max Stone','Strength',40,1),(2,'Nina Park','Yoga',35,1),(3,'Omar Reed','Spinning',38,2),(4,'Pia Lund','Yoga',45,3),(5,'Quinn Ash','Boxing',50,4);
INSERT INTO classes VALUES
(1,'Morning Yoga','Beginner',2,1,'2024-01-08 07:00',60,12),(2,'Power Lifting','Advanced',1,1,'2024-01-08 18:00',90,8),(3,'Spin Express','Intermediate',3,2,'2024-01-13 10:00',45,20),
(4,'Harbour Flow','Beginner',4,3,'2024-02-03 09:30',75,15),(5,'Boxing Basics','Beginner',5,4,'2024-02-17 11:00',60,10),(6,'Evening Yoga','Intermediate',2,1,'2024-03-06 19:00',60,12),(7,'Spin Endurance','Advanced',3,2,'2024-03-09 10:00',90,20),(8,'Sunrise Stretch','Beginner',4,3,'2024-04-02 06:30',30,15);
INSERT INTO bookings VALUES
(1,1,1,'2024-01-05 12:00',true,5),(2,1,3,'2024-01-06 09:00',true,4),(3,1,9,'2024-01-07 20:00',false,NULL),(4,2,1,'2024-01-05 12:05',true,4),(5,2,4,'2024-01-06 10:00',true,5),
(6,3,3,'2024-01-10 08:00',true,3),(7,3,4,'2024-01-10 08:30',false,NULL),(8,3,6,'2024-01-11 14:00',true,5),(9,4,5,'2024-01-30 15:00',false,NULL),(10,4,6,'2024-02-01 15:00',true,4),
(11,5,7,'2024-02-15 10:00',true,5),(12,6,1,'2024-03-01 10:00',true,5),(13,6,8,'2024-03-04 10:00',true,2),(14,7,3,'2024-03-07 10:00',true,4),(15,7,4,'2024-03-08 10:00',true,4),(16,7,1,'2024-03-08 11:00',false,NULL);
INSERT INTO payments VALUES
(1,1,'2023-12-01',59,'card'),(2,1,'2024-01-01',59,'card'),(3,1,'2024-02-01',59,'card'),(4,3,'2024-01-02',29,'direct debit'),(5,3,'2024-02-02',29,'direct debit'),(6,4,'2024-01-05',59,'cash'),
(7,4,'2024-02-05',59,'card'),(8,5,'2023-11-01',19,'card'),(9,6,'2024-01-10',29,'direct debit'),(10,7,'2024-02-14',65,'card'),(11,7,'2024-03-14',65,'card'),(12,8,'2024-03-01',19,'cash'),(13,2,'2023-01-03',29,'card');
